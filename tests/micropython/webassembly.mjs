// MicroPython's 32-bit build for WebAssembly runs `main(words)` of a module of this folder:
// node webassembly.mjs BUILD HEAP_BYTES ROOT MODULE WORD…; words that are files lie there, too.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const [build, heap, root, module, ...words] = process.argv.slice(2);
const { loadMicroPython } = await import(build);
const micropython = await loadMicroPython({
  heapsize: Number(heap),
  stdout: (bytes) => process.stdout.write(bytes),
  linebuffer: false,
});

function lay(file, path) {
  micropython.FS.mkdirTree(dirname(path));
  micropython.FS.writeFile(path, readFileSync(file));
}

for (const folder of ["hardware", "firmware_bridge", "tests/micropython"])
  for (const file of readdirSync(join(root, folder), { recursive: true }))
    if (file.endsWith(".py")) lay(join(root, folder, file), join("/lib", folder, file));
for (const word of words) if (existsSync(word)) lay(word, word);
try {
  micropython.runPython(`from tests.micropython.${module} import main`);
  micropython.runPython(`main(${JSON.stringify(words)})`);
} catch (error) {
  console.error(error.message); // by itself Node shows the line, which is the whole module
  process.exitCode = 1;
}
