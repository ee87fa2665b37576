export {
  type FakePushService,
  type FakeSubscription,
  fakePushService,
  type PushedMessage,
} from "./push-service.ts";
