/** A folder of pictures in which everything happens that people and programs do, and what must be in it. */
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { picture } from './picture.mjs';

const FANCY = ['', '', '', '', ' and more', ' é', ' e\u0301', ' 漢字', ' #1', '%20', ' 100%', " it's", ' "x"', ' & <b>'];
const WORDS = ['beach', 'harbour', 'Market', 'party'];

/** What there is before the first operation. */
const FIRST_FOLDERS = 6, FIRST_PICTURES = 40;

export class Tree {
  /** Pictures in the tree: path within it → what is known of the file. */
  files = new Map();
  /** Folders of the tree by their paths; '' is the tree itself. */
  folders = new Set(['']);
  /** How often each operation was done. */
  counts = {};
  #root;
  #outside;
  #random;
  #number = 0;
  /** Files and folders that were moved out: name outside → files by their paths within. */
  #away = new Map();

  /** `root`: the tree's folder; `outside`: one on the same file system that is not watched; both empty. */
  constructor(root, outside, random) {
    this.#root = root;
    this.#outside = outside;
    this.#random = random;
  }

  /** Paths of the pictures on disk, within the tree. */
  listed() {
    const paths = [];
    const walk = (folder) => {
      for (const entry of fs.readdirSync(this.#path(folder), { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) walk(path);
        else if (!entry.name.startsWith('.') && entry.name.endsWith('.jpg')) paths.push(path);
      }
    };
    walk('');
    return paths.sort();
  }

  /** Makes folders with pictures, as there are before anybody looks. */
  fill() {
    for (let count = FIRST_FOLDERS; count > 0; count--) this.#operations.makeFoldersAndFill[1]();
    for (let count = FIRST_PICTURES; count > 0; count--) this.#create(this.#anyFolder());
  }

  /** Does one operation chosen at random. Those that take time wait in `pause(milliseconds)`. */
  async step(pause) {
    const operations = Object.entries(this.#operations);
    let choice = this.#random.below(operations.reduce((sum, [, [weight]]) => sum + weight, 0));
    for (const [name, [weight, operation]] of operations) {
      choice -= weight;
      if (choice >= 0) continue;
      if (await operation(pause) !== false) this.counts[name] = (this.counts[name] ?? 0) + 1;
      return;
    }
  }

  /** Forgets what was done to the files, once all of it has been compared. */
  settle(idOf) {
    for (const [path, file] of this.files) Object.assign(file, { id: idOf(path), done: new Set(), places: [] });
  }

  /** Files whose asset must have the id that it had: one kind of thing was done to them, by which it can be known. */
  get followed() {
    return [...this.files].filter(([, { id, done, isTwin }]) =>
      // Of what is away, the content alone tells which it was.
      id && done.size <= 1 && !done.has('unclear') && !(isTwin && done.has('away')));
  }

  /** Name → how often it is chosen, and what it does; false where there is nothing to do it to. */
  #operations = {
    create: [10, () => this.#create(this.#anyFolder())],
    createInPieces: [3, async (pause) => {
      const path = this.#newPath(this.#anyFolder()), bytes = this.#newPicture(), half = bytes.length >> 1;
      const descriptor = fs.openSync(this.#path(path), 'wx');
      fs.writeSync(descriptor, bytes, 0, half);
      await pause(this.#random.below(60));
      fs.writeSync(descriptor, bytes, half);
      fs.closeSync(descriptor);
      this.#add(path);
    }],
    copyOne: [3, () => this.#withFile((path, file) => {
      const copy = this.#newPath(this.#anyFolder());
      fs.copyFileSync(this.#path(path), this.#path(copy));
      file.isTwin = true;
      file.done.add('unclear');
      Object.assign(this.#add(copy), { isTwin: true }).done.add('unclear');
    })],
    makeFoldersAndFill: [4, () => {
      let folder = this.#anyFolder();
      for (let depth = 1 + this.#random.below(4); depth > 0; depth--) folder = this.#newFolderPath(folder);
      fs.mkdirSync(this.#path(folder), { recursive: true });
      for (let path = folder; !this.folders.has(path); path = parentOf(path)) this.folders.add(path);
      for (let count = this.#random.below(6); count > 0; count--) this.#create(folder);
    }],
    rename: [8, () => this.#withFile((path) => this.#move(path, this.#newPath(parentOf(path))))],
    moveToFolder: [8, () => this.#withFile((path) => {
      const to = join(this.#anyFolder(), basename(path));
      return this.files.has(to) ? false : this.#move(path, to);
    })],
    moveOver: [3, () => this.#withFile((path) => this.#withFile((other) => {
      if (path === other) return false;
      this.#move(path, other);
      this.files.get(other).done.add('unclear');
      return true;
    }))],
    swap: [3, () => this.#withFile((left) => this.#withFile((right) => {
      if (left === right) return false;
      const between = this.#newPath(parentOf(left));
      this.#move(left, between);
      this.#move(right, left);
      this.#move(between, right);
      return true;
    }))],
    moveOut: [3, () => this.#withFile((path) => this.#moveOut(path))],
    moveFolderOut: [1, () => this.#withFolder((path) => this.#moveOut(path))],
    moveIn: [4, () => {
      const name = this.#any([...this.#away.keys()]);
      if (name === undefined) return false;
      const { files, folders } = this.#away.get(name);
      const isFile = files.has('');
      const to = isFile ? this.#newPath(this.#anyFolder()) : this.#newFolderPath(this.#anyFolder());
      fs.renameSync(join(this.#outside, name), this.#path(to));
      this.#away.delete(name);
      for (const [path, file] of files) this.files.set(path ? join(to, path) : to, file);
      for (const path of folders) this.folders.add(path ? join(to, path) : to);
      return true;
    }],
    renameFolder: [3, () => this.#withFolder((path) => this.#moveFolder(path, this.#newFolderPath(parentOf(path))))],
    moveFolder: [2, () => this.#withFolder((path) => {
      const into = this.#anyFolder();
      return isWithin(into, path) ? false : this.#moveFolder(path, this.#newFolderPath(into));
    })],
    renameFolderAndWriteIntoIt: [2, () => this.#withFolder((path) => {
      const to = this.#newFolderPath(parentOf(path));
      this.#moveFolder(path, to);
      this.#create(to);
    })],
    editInPlace: [4, () => this.#edit('edit', (path, bytes) => {
      const descriptor = fs.openSync(path, 'r+');
      fs.writeSync(descriptor, bytes);
      fs.ftruncateSync(descriptor, bytes.length);
      fs.closeSync(descriptor);
    })],
    truncateAndWrite: [4, () => this.#edit('edit', (path, bytes) => fs.writeFileSync(path, bytes))],
    saveAtomically: [5, () => this.#edit('save', (path, bytes) => {
      const temporary = join(dirname(path), `.${basename(path)}.${this.#number++}.tmp`);
      fs.writeFileSync(temporary, bytes);
      fs.renameSync(temporary, path);
    })],
    saveAsExifToolDoes: [3, () => this.#edit('save', (path, bytes) => {
      fs.writeFileSync(`${path}_exiftool_tmp`, bytes);
      fs.renameSync(`${path}_exiftool_tmp`, path);
    })],
    saveWithBackup: [2, () => this.#edit('unclear', (path, bytes) => {
      fs.renameSync(path, `${path}~`);
      fs.writeFileSync(path, bytes);
      fs.rmSync(`${path}~`);
    })],
    touch: [2, () => this.#withFile((path, file) => {
      const time = 1_600_000_000 + this.#random.below(100_000_000);
      fs.utimesSync(this.#path(path), time, time);
      file.done.add('touch');
    })],
    remove: [6, () => this.#withFile((path) => {
      fs.rmSync(this.#path(path));
      this.files.delete(path);
    })],
    removeFolder: [1, () => this.#withFolder((path) => {
      fs.rmSync(this.#path(path), { recursive: true });
      this.#takeOut(path);
    })],
  };

  #path(path) { return join(this.#root, path); }
  #any(list) { return list[this.#random.below(list.length)]; }
  #anyFolder() { return this.#any([...this.folders]); }

  #newPath(folder) {
    return join(folder, `${this.#any(WORDS)} ${++this.#number}${this.#any(FANCY)}.jpg`);
  }

  #newFolderPath(folder) { return join(folder, `folder ${++this.#number}${this.#any(FANCY)}`); }

  #newPicture() {
    const two = (number) => String(number).padStart(2, '0');
    const { below } = this.#random;
    const date = `${2000 + below(25)}:${two(1 + below(12))}:${two(1 + below(28))} ${two(below(24))}:${two(below(60))}:00`;
    return picture(date, `number ${++this.#number}${' '.repeat(below(400))}`);
  }

  #add(path) {
    const file = { id: undefined, done: new Set(), isTwin: false, places: [] };
    this.files.set(path, file);
    return file;
  }

  #create(folder) {
    const path = this.#newPath(folder);
    fs.writeFileSync(this.#path(path), this.#newPicture());
    this.#add(path);
  }

  #withFile(action) {
    const path = this.#any([...this.files.keys()]);
    return path === undefined ? false : action(path, this.files.get(path));
  }

  #withFolder(action) {
    const path = this.#any([...this.folders].filter((folder) => folder !== ''));
    return path === undefined ? false : action(path);
  }

  #edit(kind, write) {
    return this.#withFile((path, file) => {
      write(this.#path(path), this.#newPicture());
      file.done.add(kind);
    });
  }

  #move(path, to) {
    const file = this.files.get(path);
    fs.renameSync(this.#path(path), this.#path(to));
    this.files.delete(path);
    this.files.set(to, file);
    file.done.add('move');
    file.places.push(at(to));
  }

  #moveFolder(path, to) {
    fs.renameSync(this.#path(path), this.#path(to));
    const { files, folders } = this.#takeOut(path);
    for (const [inner, file] of files) {
      this.files.set(join(to, inner), file);
      file.done.add('move');
      file.places.push(at(join(to, inner)));
    }
    for (const inner of folders) this.folders.add(join(to, inner));
  }

  #moveOut(path) {
    const name = `away ${++this.#number}`;
    fs.renameSync(this.#path(path), join(this.#outside, name));
    const taken = this.#takeOut(path);
    for (const file of taken.files.values()) file.done.add('away');
    this.#away.set(name, taken);
  }

  /** Takes a path and all below out of the books; returns it by paths within, '' for itself. */
  #takeOut(path) {
    const files = new Map(), folders = [];
    for (const [inner, file] of [...this.files]) {
      if (!isWithin(inner, path)) continue;
      files.set(inner.slice(path.length + 1), file);
      this.files.delete(inner);
    }
    for (const inner of [...this.folders]) {
      if (!isWithin(inner, path)) continue;
      folders.push(inner.slice(path.length + 1));
      this.folders.delete(inner);
    }
    return { files, folders };
  }
}

/** A place with the time, to be found in a log. */
function at(path) { return `${new Date().toISOString().slice(14, 23)} to ${path}`; }

/** The folder of a path within the tree; '' for those at its top. */
function parentOf(path) {
  const parent = dirname(path);
  return parent === '.' ? '' : parent;
}

function isWithin(path, folder) { return path === folder || path.startsWith(`${folder}/`); }
