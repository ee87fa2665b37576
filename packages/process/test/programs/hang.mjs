// Never ends by itself. Arguments: the signals it ignores.
for (const name of process.argv.slice(2)) process.on(name, () => console.log(`ignored ${name}`));
setInterval(() => {}, 1 << 30);
console.log("ready");
