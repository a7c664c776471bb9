// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT

// Loads a glTF file with three.js in Node, which has no images: materials and textures are dropped,
// buffers are turned into data URIs.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class extends Event {};

const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
const { MeshoptDecoder } = await import('three/addons/libs/meshopt_decoder.module.js');

function readGlb(bytes) {
  const jsonLength = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + jsonLength).toString('utf8'));
  const binStart = 20 + jsonLength + 8;
  return { json, bin: binStart <= bytes.length ? bytes.subarray(binStart) : null };
}

const dataUri = (bytes) => 'data:application/octet-stream;base64,' + bytes.toString('base64');

export async function loadWithThree(file) {
  const bytes = readFileSync(file);
  const glb = bytes.subarray(0, 4).toString() === 'glTF';
  const { json, bin } = glb ? readGlb(bytes) : { json: JSON.parse(bytes.toString('utf8')), bin: null };
  for (const key of ['images', 'textures', 'samplers', 'materials']) delete json[key];
  for (const mesh of json.meshes ?? []) {
    for (const primitive of mesh.primitives) delete primitive.material;
  }
  for (const [i, buffer] of (json.buffers ?? []).entries()) {
    if (buffer.uri === undefined && i === 0 && bin) buffer.uri = dataUri(bin);
    else if (buffer.uri && !buffer.uri.startsWith('data:')) {
      buffer.uri = dataUri(readFileSync(join(dirname(file), decodeURIComponent(buffer.uri))));
    }
  }
  const loader = new GLTFLoader();
  loader.setMeshoptDecoder(MeshoptDecoder);
  return { gltf: await loader.parseAsync(JSON.stringify(json), ''), json };
}
