// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT

// Renders glTF models to a PNG with three.js in headless chromium.
//
//   node scripts/pictures/render.mjs OUT.png [--size WxH] [--view AZIMUTH,ELEVATION]
//     [--above Y] [--contacts FILE.json] [--spheres FILE.json [--plain PLACE]] MODEL...
//
// MODEL is a glTF or OBJ file with options:
//   FILE[,clip=NAME][,time=T][,x=X][,z=Z][,turn=DEG][,color=RRGGBB][,without=NODE]
// The camera frames all models, or only their parts above Y.
// --contacts takes the output of 'dermis collide --json' for the first two models, of one primitive
// each. Their skins become transparent, the triangles in contact are highlighted, and the camera
// moves close.
// --spheres takes the output of 'dermis demo --json --spheres LEVEL' and shows the spheres of as many
// characters as there are models: refitted ones in blue, others in red. --plain reference shows the
// spheres in the rest pose, --plain posed those in the pose, all in one colour.
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');

function parseArguments(args) {
  const options = { size: [480, 480], view: [35, 12], above: -1e9, models: [] };
  options.out = args.shift();
  while (args.length > 0) {
    const word = args.shift();
    if (word === '--size') options.size = args.shift().split('x').map(Number);
    else if (word === '--view') options.view = args.shift().split(',').map(Number);
    else if (word === '--above') options.above = Number(args.shift());
    else if (word === '--contacts') {
      const { pairs } = JSON.parse(readFileSync(args.shift(), 'utf8'));
      options.contacts = [0, 1].map((side) => [...new Set(pairs.map((pair) => pair[side]))]);
    }
    else if (word === '--spheres') options.spheres = JSON.parse(readFileSync(args.shift(), 'utf8')).spheres;
    else if (word === '--plain') options.plain = args.shift();
    else {
      const [file, ...settings] = word.split(',');
      options.models.push({ file: resolve(file), ...Object.fromEntries(settings.map((s) => s.split('='))) });
    }
  }
  if (!options.out || options.models.length === 0) {
    console.error('usage: render.mjs OUT.png [--size WxH] [--view AZ,EL] [--contacts FILE] FILE[,clip=C][,time=T][,x=X][,z=Z][,turn=D]...');
    process.exit(2);
  }
  return options;
}

/** Serves the page, three.js and the models on a free port of this machine. */
async function serve(options) {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const model = path.match(/^\/model\/(\d+)$/);
    const file = path === '/' ? join(here, 'page.html')
      : model ? options.models[Number(model[1])].file
      : join(root, 'node_modules/three', path.replace(/^\/three\//, ''));
    try {
      const bytes = readFileSync(file);
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

const options = parseArguments(process.argv.slice(2));
const server = await serve(options);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic',
         '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const [width, height] = options.size;
  const page = await browser.newPage({ viewport: { width, height } });
  page.on('pageerror', (error) => console.error(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') console.error(message.text()); });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const problem = await page.evaluate((o) => window.render(o).then(() => null, String), options);
  if (problem) throw new Error(problem);
  writeFileSync(options.out, await page.screenshot());
} finally {
  await browser.close();
  server.close();
}
