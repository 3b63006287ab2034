"""The plugin with programs for all platforms, as the tree of a branch for releases: bin/NAME starts the
program of the system it runs on from bin/PLATFORM/."""

import json
import shutil

from platforms import SOURCES, programs_in, version


def write_tree(folder, programs, licenses):
    """Fills a new folder. `programs`: platform -> its folder of built programs."""
    (folder / '.claude-plugin').mkdir(parents=True)
    plugin = json.loads((SOURCES / '.claude-plugin/plugin.json').read_text())
    plugin['version'] = version()
    (folder / '.claude-plugin/plugin.json').write_text(json.dumps(plugin, indent=2) + '\n')
    shutil.copy(SOURCES / '.claude-plugin/marketplace.json', folder / '.claude-plugin')
    (folder / 'hooks').mkdir()
    shutil.copy(SOURCES / 'hooks/plugin.json', folder / 'hooks/hooks.json')
    for name in ('settings-templates', 'skills'):
        shutil.copytree(SOURCES / name, folder / name)
    for name in ('install.sh', 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md'):
        shutil.copy(SOURCES / name, folder)
    if licenses:
        shutil.copytree(licenses, folder / 'licenses')
    names = set()
    for platform, built in programs.items():
        bin_folder = folder / 'bin' / platform.name
        bin_folder.mkdir(parents=True)
        for file, called in programs_in(built).items():
            shutil.copy(built / file, bin_folder / file)
            (bin_folder / file).chmod(0o755)
            for name in called:
                (bin_folder / name).symlink_to(file)
            names.update(called)
    for name in sorted(names):
        shutil.copy(SOURCES / 'packaging/plugin/launch.sh', folder / 'bin' / name)
        (folder / 'bin' / name).chmod(0o755)


def marketplace(repository):
    """What the repository's own marketplace.json says where the plugin is on its branch `plugin`."""
    listed = json.loads((SOURCES / '.claude-plugin/marketplace.json').read_text())
    listed['description'] = 'The Context Rot Toolkit, with its programs.'
    listed['plugins'][0]['source'] = {'source': 'url', 'url': repository, 'ref': 'plugin'}
    return json.dumps(listed, indent=2) + '\n'
