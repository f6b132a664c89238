import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimFolder, DataDirInUseError } from './claim-folder.ts';

const PROCESSES = 3;
const FOLDERS = 200;

let parentFolder: string;
beforeAll(() => {
  parentFolder = mkdtempSync(join(tmpdir(), 'mare-claims-'));
});
afterAll(() => rmSync(parentFolder, { recursive: true, force: true }));

/** Claims each folder as soon as it exists, in competition with other processes, and prints the folders it owns. */
const CLAIMANT = `
  import { existsSync } from 'node:fs';
  import { claimFolder, DataDirInUseError } from ${JSON.stringify(join(import.meta.dirname, 'claim-folder.ts'))};
  console.log('ready');
  const owned = [];
  for (const folder of process.argv.slice(1)) {
    while (!existsSync(folder));
    try {
      claimFolder(folder);
      owned.push(folder);
    } catch (error) {
      if (!(error instanceof DataDirInUseError)) throw error;
    }
  }
  console.log(JSON.stringify(owned));
  process.stdin.resume();
`;

async function startClaimingProcess(folders: string[]) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', CLAIMANT, ...folders], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const ownedFolders = lines.next().then(({ value }) => JSON.parse(value as string) as string[]);
  return { ownedFolders, end: () => child.stdin.end() };
}

/** Lets processes claim new folders at the same instant. @returns the number of owners of each folder */
async function countOwners(name: string, prepare: (folder: string) => void): Promise<number[]> {
  const folders = Array.from({ length: FOLDERS }, (_, index) => join(parentFolder, `${name}-${index}`));
  const claimants = await Promise.all(Array.from({ length: PROCESSES }, () => startClaimingProcess(folders)));
  for (const folder of folders) {
    const prepared = join(parentFolder, 'prepared');
    mkdirSync(prepared);
    prepare(prepared);
    renameSync(prepared, folder);
  }
  const owned = (await Promise.all(claimants.map(({ ownedFolders }) => ownedFolders))).flat();
  for (const { end } of claimants) end();
  return folders.map((folder) => owned.filter((each) => each === folder).length);
}

const ONE_OWNER_EACH = Array.from({ length: FOLDERS }, () => 1);

test('gives a new folder to one of several processes that start concurrently', async () => {
  expect(await countOwners('new', () => undefined)).toEqual(ONE_OWNER_EACH);
});

test('gives the folder of a dead process to one of several that start concurrently', async () => {
  const { pid } = spawnSync('true');
  expect(await countOwners('stale', (folder) => writeFileSync(join(folder, 'owner'), String(pid)))).toEqual(
    ONE_OWNER_EACH,
  );
});

test('a released folder can be claimed by another process and keeps one claim file', async () => {
  const folder = join(parentFolder, 'released');
  mkdirSync(folder);
  for (let times = 0; times < 3; times++) claimFolder(folder)();
  const otherProcess = await startClaimingProcess([folder]);
  expect(await otherProcess.ownedFolders).toEqual([folder]);
  expect(readdirSync(folder)).toHaveLength(1);
  expect(() => claimFolder(folder)).toThrow(DataDirInUseError);
  otherProcess.end();
});
