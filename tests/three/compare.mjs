// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT

// Poses every model with `dermis pose` and with three.js, and compares the corners of all triangles
// in their defined order: the stored transforms, and three times of every clip.
//
//   node compare.mjs PATH/TO/dermis FOLDER_OR_FILE...
//
// Prints one line per file; exit status 1 when one differs, 77 (skipped) when there is no model.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const kSkipped = 77;
const { AnimationMixer, LoopOnce, Matrix4, Vector3 } = await import('three').catch(() => {
  console.log('SKIPPED: three.js is not installed (scripts/setup test)');
  process.exit(kSkipped);
});
const { loadWithThree } = await import('./load_with_three.mjs');

const kTolerance = 1e-5; // of the model's size

// Where three.js itself deviates from the specification, with the tolerance that is left.
const kExceptions = {
  'SimpleSkin.gltf': [3e-4, 'three.js leaves quaternion keys that are not of unit length as they are'],
};
const kNotLoaded = {
  KHR_draco_mesh_compression: 'three.js decodes Draco in a browser worker only',
};

/** Characters and the files of their clips, with the tolerance. */
const kLibraries = [
  ['fox-dog.glb', 'fox-animations.glb', 2e-5],
  ['fox-fox.glb', 'fox-animations.glb', 2e-5],
];

function findModels(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .filter((name) => /\.(glb|gltf)$/.test(name))
    .map((name) => join(path, name))
    .sort();
}

/** Whether KHR_node_visibility hides a node. three.js keeps the extension, but does not apply it. */
function isHidden(object) {
  for (let at = object; at; at = at.parent) {
    if (at.userData.gltfExtensions?.KHR_node_visibility?.visible === false) return true;
  }
  return false;
}

/** Triangle corners of all meshes, in the order of the scene's nodes. */
function threeCorners(scene) {
  scene.updateMatrixWorld(true);
  const corners = [];
  const v = new Vector3();
  const instance = new Matrix4();
  scene.traverse((mesh) => {
    if (!mesh.isMesh || isHidden(mesh)) return;
    if (mesh.isSkinnedMesh) mesh.skeleton.update();
    const { index, attributes } = mesh.geometry;
    const count = index ? index.count : attributes.position.count;
    for (let k = 0; k < (mesh.isInstancedMesh ? mesh.count : 1); ++k) {
      if (mesh.isInstancedMesh) mesh.getMatrixAt(k, instance);
      for (let i = 0; i < count; ++i) {
        mesh.getVertexPosition(index ? index.getX(i) : i, v);
        v.applyMatrix4(instance).applyMatrix4(mesh.matrixWorld);
        corners.push(v.x, v.y, v.z);
      }
    }
  });
  return corners;
}

function objCorners(file) {
  const vertices = [];
  const corners = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('v ')) vertices.push(line.split(' ').slice(1).map(Number));
    else if (line.startsWith('f ')) {
      for (const i of line.split(' ').slice(1)) corners.push(...vertices[Number(i) - 1]);
    }
  }
  return corners;
}

/** The largest coordinate difference over the size of the box around all corners. */
function difference(ours, theirs) {
  if (ours.length !== theirs.length) {
    return { error: `${ours.length / 9} triangles, three.js has ${theirs.length / 9}` };
  }
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  let largest = 0;
  for (let i = 0; i < ours.length; ++i) {
    low[i % 3] = Math.min(low[i % 3], theirs[i]);
    high[i % 3] = Math.max(high[i % 3], theirs[i]);
    const d = Math.abs(ours[i] - theirs[i]);
    if (Number.isNaN(d)) return { error: `corner ${Math.floor(i / 3)} is not a number` };
    largest = Math.max(largest, d);
  }
  return { relative: largest / Math.hypot(...high.map((h, k) => h - low[k])) };
}

/** Compares a model, with its own clips or those of another file. */
async function compareFile(dermis, file, folder, clipFile = null, shares = [0, 0.37, 1]) {
  const { gltf, json } = await loadWithThree(file);
  const animations = clipFile ? (await loadWithThree(clipFile)).gltf.animations : gltf.animations;
  const clips = clipFile ? ['--clips', clipFile] : [];
  const obj = join(folder, 'posed.obj');
  const quiet = { stdio: ['ignore', 'ignore', 'pipe'] };
  const ours = (...args) => {
    execFileSync(dermis, ['pose', file, ...clips, ...args, '-o', obj], quiet);
    return objCorners(obj);
  };
  const info = JSON.parse(execFileSync(dermis, ['info', file, ...clips, '--json'],
                                       { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] }));
  const results = [difference(ours(), threeCorners(gltf.scene))];

  const mixer = new AnimationMixer(gltf.scene);
  for (const [c, clip] of info.clips.entries()) {
    // three.js leaves out animations without a channel that it can play; match by file order.
    const theirs = animations[c];
    for (const share of shares) {
      const time = clip.start + share * (clip.end - clip.start);
      mixer.stopAllAction();
      const action = mixer.clipAction(theirs);
      action.reset();
      action.setLoop(LoopOnce);
      action.clampWhenFinished = true;
      action.play();
      mixer.setTime(time);
      results.push(difference(ours('--clip', String(c), '--time', String(time)), threeCorners(gltf.scene)));
    }
    mixer.stopAllAction();
    mixer.uncacheClip(theirs);
  }
  const worst = Math.max(...results.map((r) => r.relative ?? Infinity));
  return { poses: results.length, worst, error: results.find((r) => r.error)?.error, json };
}

const [dermis, ...paths] = process.argv.slice(2);
const files = paths.flatMap(findModels);
if (files.length === 0) {
  console.log(`SKIPPED: no models under ${paths.join(', ')}`);
  process.exit(kSkipped);
}
const folder = mkdtempSync(join(tmpdir(), 'dermis-three-'));
let failed = 0;
let compared = 0;
for (const file of files) {
  const text = readFileSync(file).toString('latin1');
  const unloaded = Object.keys(kNotLoaded).find((name) => text.includes(name));
  if (unloaded) {
    console.log(`  left out  ${basename(file)}: ${kNotLoaded[unloaded]}`);
    continue;
  }
  const [tolerance, why] = kExceptions[basename(file)] ?? [kTolerance, ''];
  try {
    const { poses, worst, error } = await compareFile(dermis, file, folder);
    const ok = worst <= tolerance;
    if (!ok) ++failed;
    compared += poses;
    const note = error ?? (worst > kTolerance ? why : '');
    console.log(`  ${ok ? 'same     ' : 'DIFFERENT'} ${basename(file)}: ${poses} poses, ` +
                `largest difference ${worst.toExponential(1)} of its size ${note}`);
  } catch (problem) {
    // Dermis names the required extension that it lacks: there is no pose to compare.
    const refused = /requires the extension (\w+), which is not supported/.exec(problem.message);
    if (refused) {
      console.log(`  refused   ${basename(file)}: it requires ${refused[1]}`);
      continue;
    }
    ++failed;
    console.log(`  FAILED    ${basename(file)}: ${problem.message}`);
  }
}
console.warn = () => {};  // three.js warns of nodes that the character lacks
for (const [body, clips, tolerance] of kLibraries) {
  const file = files.find((name) => basename(name) === body);
  const clipFile = files.find((name) => basename(name) === clips);
  if (!file || !clipFile) continue;
  const shares = [0, 0.21, 0.5, 0.83, 1];
  const { poses, worst, error } = await compareFile(dermis, file, folder, clipFile, shares);
  const ok = worst <= tolerance;
  if (!ok) ++failed;
  compared += poses;
  console.log(`  ${ok ? 'same     ' : 'DIFFERENT'} ${body} with ${clips}: ${poses} poses, ` +
              `largest difference ${worst.toExponential(1)} of its size ${error ?? ''}`);
}
rmSync(folder, { recursive: true });
console.log(`${files.length} files, ${compared} poses compared, ${failed} files differ`);
process.exit(failed === 0 ? 0 : 1);
