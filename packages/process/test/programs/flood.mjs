// Writes lines for ever, as fast as they are read. SIGTERM ends it.
const block = `${"x".repeat(79)}\n`.repeat(800);
const flood = () => {
  while (process.stdout.write(block));
  process.stdout.once("drain", flood);
};
flood();
