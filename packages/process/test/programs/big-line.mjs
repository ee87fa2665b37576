// Writes a line of as many bytes as its argument says, then a short one.
process.stdout.write(Buffer.alloc(Number(process.argv[2]), 0x78));
process.stdout.write("\nafter\n");
