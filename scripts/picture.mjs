// A picture of a real terminal: runs a command in a pseudo-terminal, lets a terminal emulator read what it writes, and
// draws the screen as SVG.
//   node scripts/picture.mjs OUT.svg COLUMNS ROWS COMMAND...
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import xterm from "@xterm/headless";

const [out, columns, rows, ...command] = process.argv.slice(2);
const cols = Number(columns);
const terminal = new xterm.Terminal({ cols, rows: Number(rows), scrollback: 2000, allowProposedApi: true });

const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
const child = spawn("script", ["-qfec", `stty cols ${cols} rows ${rows}; ${quoted}`, "/dev/null"], {
  env: { ...process.env, TERM: "xterm-256color", COLORTERM: "truecolor", COLUMNS: columns, FORCE_COLOR: "3" },
  stdio: ["pipe", "pipe", "inherit"],
});
for (const [text, key] of answers()) setTimeout(() => child.stdin.write(key), text);
if (process.env.PICTURE_STOP) setTimeout(() => child.kill("SIGTERM"), Number(process.env.PICTURE_STOP));
// A picture names no folder of the machine it was drawn on.
const home = process.env.PICTURE_HOME;
child.stdout.setEncoding("utf8");
for await (const chunk of child.stdout)
  await new Promise((done) => terminal.write(home ? chunk.replaceAll(home, "~") : chunk, done));
writeFileSync(out, draw());

/** `PICTURE_HOME` is shown as `~`. `PICTURE_STOP` draws what is seen after so many milliseconds. Keys to press, from `PICTURE_KEYS="1500:y 4000:1"`: milliseconds and what is typed then. */
function answers() {
  return (process.env.PICTURE_KEYS ?? "")
    .split(" ")
    .filter(Boolean)
    .map((entry) => [Number(entry.split(":")[0]), entry.slice(entry.indexOf(":") + 1).replace("\\r", "\r")]);
}

function draw() {
  const buffer = terminal.buffer.active;
  const lines = [];
  for (let y = 0; y < buffer.length; y++) lines.push(runs(buffer.getLine(y)));
  while (lines.length > 0 && lines.at(-1).every((run) => run.text.trim() === "")) lines.pop();
  const [width, height, cell, leading] = [Math.ceil(cols * 8.4) + 32, lines.length * 18 + 32, 8.4, 18];
  const body = lines.flatMap((line, y) =>
    line
      .filter((run) => run.text.trim() !== "")
      .map((run) => {
        const x = 16 + run.column * cell;
        const style = `fill="${run.colour}"${run.bold ? ' font-weight="bold"' : ""}${run.dim ? ' opacity="0.6"' : ""}`;
        const blank = run.text.length - run.text.trimEnd().length;
        const length = `textLength="${((run.width - blank) * cell).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`;
        return `<text x="${x.toFixed(1)}" y="${28 + y * leading}" ${style} ${length}>${xml(run.text.trimEnd())}</text>`;
      }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" xml:space="preserve" role="img">
<title>A terminal: ${xml(command.slice(-2).join(" "))}</title>
<rect width="100%" height="100%" rx="8" fill="#15181e"/>
${body.join("\n")}
</svg>
`;
}

/** A line as stretches of the same look. */
function runs(line) {
  const out = [];
  for (let x = 0; x < cols; x++) {
    const cell = line.getCell(x);
    if (!cell || cell.getWidth() === 0) continue;
    const look = { colour: colour(cell), bold: cell.isBold() !== 0, dim: cell.isDim() !== 0 };
    const text = cell.getChars() || " ";
    const last = out.at(-1);
    if (last && last.colour === look.colour && last.bold === look.bold && last.dim === look.dim) {
      last.text += text;
      last.width += cell.getWidth();
    } else out.push({ ...look, text, column: x, width: cell.getWidth() });
  }
  return out;
}

function colour(cell) {
  if (cell.isFgRGB()) return `#${cell.getFgColor().toString(16).padStart(6, "0")}`;
  const palette = ["#6b7280", "#f87171", "#86efac", "#fde047", "#93c5fd", "#d8b4fe", "#67e8f9", "#e5e7eb"];
  return cell.isFgPalette() ? (palette[cell.getFgColor() % 8] ?? "#e5e7eb") : "#e5e7eb";
}

function xml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
