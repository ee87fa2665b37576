/** What is ready needs a few turns through generators on its way. */
const readyTurns = 8;

/** Whether a promise has its value by now. */
export async function isReady(promise: Promise<unknown>): Promise<boolean> {
  let ready = false;
  const note = () => {
    ready = true;
  };
  promise.then(note, note);
  for (let turn = 0; turn < readyTurns && !ready; turn++) await undefined;
  return ready;
}
