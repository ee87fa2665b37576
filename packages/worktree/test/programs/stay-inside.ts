// Goes to the directory of its argument, says so, and stays until it is killed.
process.chdir(process.argv[2] ?? "");
process.stdout.write("inside\n");
process.stdin.resume();
