#!/usr/bin/env node
// Installs the toolkit's ready programs: npm has brought those of this platform in a package of their
// own; install.sh copies them out of it, so that npm's folders may go afterwards.
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const OURS = require('./package.json');

const USAGE = `Usage: npx context-rot-toolkit install --project DIR [options]   for one project (DIR/.claude)
       npx context-rot-toolkit install --user [options]          for all projects
       npx context-rot-toolkit uninstall --project DIR | --user [--purge] [--dry-run]
       npx context-rot-toolkit doctor [--project DIR | --user] [--json]

  install --help  the options of install, which are those of install.sh
  --version       the version of this package
`;

function fail(text, code) {
  process.stderr.write(`context-rot-toolkit: ${text}\n`);
  process.exit(code);
}

// The folder of the package with this platform's programs; ends the process where there is none.
function platformPackage() {
  const platform = `${process.platform}-${process.arch}`;
  const name = `${OURS.name}-${platform}`;
  if (!(name in OURS.optionalDependencies)) {
    fail(`no programs for ${platform}; build from source: ./install.sh in a clone of the repository`, 1);
  }
  try {
    return path.dirname(require.resolve(`${name}/package.json`));
  } catch {
    return fail(`npm has left out ${name} (--omit=optional?); install it, too, or build from source: ` +
      './install.sh in a clone of the repository', 1);
  }
}

// The programs are names of two files, which npm cannot keep as links: they are made anew.
function withPrograms(use) {
  const from = platformPackage();
  const files = JSON.parse(fs.readFileSync(path.join(from, 'programs.json'), 'utf8'));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'context-rot-toolkit-'));
  try {
    for (const [file, names] of Object.entries(files)) {
      for (const name of names) fs.symlinkSync(path.join(from, 'bin', file), path.join(folder, name));
    }
    return use(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function run(command, args) {
  const done = spawnSync(command, args, { stdio: 'inherit' });
  if (done.error) fail(`${command}: ${done.error.message}`, 1);
  return done.status ?? 1;
}

function main([word, ...args]) {
  const installer = path.join(__dirname, 'install.sh');
  switch (word) {
    case 'install':
      return withPrograms((programs) => run('sh', [installer, '--programs', programs, ...args]));
    case 'uninstall':
      return withPrograms((programs) => run('sh', [installer, '--programs', programs, '--uninstall', ...args]));
    case 'doctor':
      return withPrograms((programs) => run(path.join(programs, 'context-setup'), ['doctor', ...args]));
    case '--version':
      process.stdout.write(`${OURS.version}\n`);
      return 0;
    case '--help':
    case '-h':
      process.stdout.write(USAGE);
      return 0;
    default:
      process.stderr.write(USAGE);
      return 2;
  }
}

process.exitCode = main(process.argv.slice(2));
