// Writes its stdin back, then its environment to stderr.
process.stdin.pipe(process.stdout);
process.stdin.on("end", () => process.stderr.write(JSON.stringify(process.env)));
