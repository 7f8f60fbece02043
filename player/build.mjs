/**
 * Builds the bundle that the Python package carries: one script, nothing to load.
 *
 * Its first lines hold a hash of all sources; a test of the Python package computes it again, so
 * that a bundle that does not belong to the sources is found without Node.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "src", "linkwork", "view", "player.js");

/** Paths of all files that decide what the bundle is, sorted, with forward slashes. */
function sources() {
  const inside = readdirSync(join(here, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(here.length + 1));
  const all = [...inside, "build.mjs", "package.json", "package-lock.json"];
  return all.map((path) => path.replaceAll("\\", "/")).sort();
}

/** SHA-256 over path, zero byte, contents, zero byte of every source. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const path of sources()) {
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(here, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

// The bundle stays plain ASCII, so that no page can read it in a wrong encoding.
const licence = readFileSync(join(here, "node_modules", "three", "LICENSE"), "utf8")
  .trim()
  .replace("\u00a9", "(c)");
const { version } = JSON.parse(
  readFileSync(join(here, "node_modules", "three", "package.json"), "utf8"),
);
const banner = `/*! Linkwork player. Built from player/ with "make player"; do not edit.
 * source: ${fingerprint()}
 * Contains three.js ${version} (https://threejs.org), under this licence:
 *
${licence
  .split("\n")
  .map((line) => ` * ${line}`.trimEnd())
  .join("\n")}
 */`;

await build({
  entryPoints: [join(here, "src", "main.js")],
  outfile: target,
  bundle: true,
  format: "iife",
  minify: true,
  target: ["es2022"],
  loader: { ".css": "text" },
  legalComments: "none",
  banner: { js: banner },
  logLevel: "info",
});
