/** What the server says when it is asked plainly, with neither client nor proxy between. */

/** How long the server may take to be still after a storm, in milliseconds. */
const LONGEST_STORM = 120_000;

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Server {
  constructor(url) { this.url = String(url).replace(/\/+$/, ''); }

  /** GETs JSON, again where the server is being started; undefined for 404. Returns the value and the response. */
  async get(path) {
    for (const deadline = Date.now() + LONGEST_STORM; ; await pause(100)) {
      try {
        const response = await fetch(this.url + path, { headers: { accept: 'application/json' } });
        const value = await response.json();
        if (response.ok) return { value, response };
        if (response.status === 404) return { response };
        if (response.status !== 503) throw new Error(`${path}: ${response.status} ${JSON.stringify(value)}`);
      } catch (error) {
        if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
      }
    }
  }

  /** Waits until all that was done on disk is in the library, and read. */
  async settle() {
    for (const deadline = Date.now() + LONGEST_STORM; ; ) {
      const { response } = await this.get('/assets?limit=1&settle=5s');
      const { value: health } = await this.get('/health');
      const { state, pendingCount } = health.index;
      if (response.headers.get('settled') !== 'false' && state === 'idle' && pendingCount === 0) return;
      if (Date.now() > deadline) throw new Error(`not settled in time: ${JSON.stringify(health)}`);
      await pause(20);
    }
  }

  /** All items of a view's list in order, of one version; undefined where there is no such collection. */
  async list({ resource, collection = 'all', ...query }) {
    if (resource === 'collections') return this.collections(false);
    const path = collection === 'all' ? '/assets' : `/collections/${collection}/assets`;
    for (;;) {
      const items = [];
      let version, page;
      do {
        const search = new URLSearchParams({ ...query, limit: 1000, offset: items.length });
        ({ value: page } = await this.get(`${path}?${search}`));
        if (!page) return undefined;
        version ??= page.version;
        items.push(...page.items);
      } while (page.version === version && page.items.length > 0 && items.length < page.total);
      if (page.version === version) return items;
    }
  }

  async collections(includesEmpty) {
    const { value } = await this.get(`/collections${includesEmpty ? '?empty=true' : ''}`);
    return value.sections.flatMap((section) => section.collections);
  }

  /** The assets within the folder `name` right below a root, by their paths within; and the folders' ids. */
  async within(name) {
    const all = await this.all(), start = `${name}/`;
    const inside = ([path]) => path === name || path.startsWith(start);
    const assets = [...all.assets].filter(inside).map(([path, asset]) => [path.slice(start.length), asset]);
    return { assets: new Map(assets), folders: [...all.folders].filter(inside).map(([, id]) => id) };
  }

  /** All assets and the ids of all folders, by their paths below their roots. */
  async all() {
    const known = new Map((await this.collections(true)).filter(({ type }) => type === 'folder')
      .map((folder) => [folder.id, folder]));
    const titlesOf = (id) => {
      const titles = [];
      for (let folder = known.get(id); folder?.parentID; folder = known.get(folder.parentID)) {
        titles.unshift(folder.title);
      }
      return titles;
    };
    const assets = new Map();
    for (const asset of await this.list({})) {
      const path = [...titlesOf(asset.folderID), asset.filename].join('/');
      if (assets.has(path)) throw new Error(`two assets at ${path}: ${assets.get(path).id} and ${asset.id}`);
      assets.set(path, asset);
    }
    return { assets, folders: new Map([...known.keys()].map((id) => [titlesOf(id).join('/'), id])) };
  }
}
