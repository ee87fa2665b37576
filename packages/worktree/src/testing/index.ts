export { queueStoreContract, type StoreSetting, type TestApi } from "./queue-store-contract.ts";
