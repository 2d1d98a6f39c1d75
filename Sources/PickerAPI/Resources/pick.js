/**
 * The page behind a selection's `pickerURL`: a grid of what may be picked, numbers on what is, Done and Cancel.
 *
 * Two views keep it right: the list of assets, and the selection; whoever else picks in the same selection is seen at
 * once. Only the rows in sight, and a few around, are in the document.
 */
import { averageColor, connect, ProblemError } from '/client.js';

const GAP = 2; // pixels between cells
const CELL = 120; // least width of a cell in pixels
const MARGIN = 3; // rows kept beyond each edge of what is in sight
const PICTURE = { w: 256, h: 256, mode: 'aspectFill', format: 'webp' }; // what cells show
const REST = 50; // milliseconds of rest in scrolling after which pictures are made ahead
const MESSAGE_TIME = 4000; // milliseconds that a message stays

const id = location.pathname.split('/').filter(Boolean).at(-1);
const path = `/selections/${encodeURIComponent(id)}`;
const [grid, sizer, status, message, done, cancel] = ['grid', 'sizer', 'status', 'message', 'done', 'cancel']
  .map((name) => document.getElementById(name));
const library = connect();
const cells = new Map(); // by index in the list of assets
let rules, assets, picked, numbers = new Map(), isOver = false, messageTimer, cacheTimer;

/** Shows a text for a while, or for good. */
function say(text, stays = false) {
  clearTimeout(messageTimer);
  message.textContent = text;
  message.hidden = !text;
  if (!stays) messageTimer = setTimeout(() => { message.hidden = true; }, MESSAGE_TIME);
}

/** How many columns there are, and how large a cell is. */
function layout() {
  const columns = Math.max(3, Math.floor(grid.clientWidth / CELL));
  return { columns, size: (grid.clientWidth - GAP * (columns - 1)) / columns };
}

/** Puts the cells that are in sight into the document, and takes all others out. */
function show() {
  if (!assets) return;
  const { columns, size } = layout();
  const step = size + GAP;
  sizer.style.height = `${Math.ceil(assets.count / columns) * step}px`;
  const first = Math.max(0, Math.floor(grid.scrollTop / step) - MARGIN) * columns;
  const last = Math.min(assets.count, Math.ceil((grid.scrollTop + grid.clientHeight) / step + MARGIN) * columns);
  for (const [index, cell] of cells) {
    if (index >= first && index < last) continue;
    cell.remove();
    cells.delete(index);
  }
  let isMissing = false;
  for (let index = first; index < last; index++) {
    let cell = cells.get(index);
    if (!cell) {
      cell = makeCell();
      cells.set(index, cell);
      sizer.append(cell);
    }
    const [row, column] = [Math.floor(index / columns), index % columns];
    Object.assign(cell.style,
      { width: `${size}px`, height: `${size}px`, left: `${column * step}px`, top: `${row * step}px` });
    fill(cell, assets.at(index));
    isMissing ||= !assets.at(index);
  }
  if (isMissing) assets.fetch(first, last).then(show, () => {});
  clearTimeout(cacheTimer);
  cacheTimer = setTimeout(() => {
    // A screen before and one behind what is in sight.
    const offset = Math.max(0, 2 * first - last);
    assets.cache({ offset, limit: Math.min(1000, 2 * last - first - offset), ...PICTURE });
  }, REST);
}

function makeCell() {
  const cell = document.createElement('button');
  cell.type = 'button';
  cell.className = 'cell';
  const [image, badge, length] = ['img', 'span', 'span'].map((name) => document.createElement(name));
  image.loading = 'lazy';
  image.alt = '';
  // What can't be shown is a plain cell.
  image.addEventListener('error', () => { image.style.visibility = 'hidden'; });
  image.addEventListener('load', () => { image.style.visibility = ''; });
  badge.className = 'badge';
  length.className = 'length';
  cell.append(image, badge, length);
  cell.addEventListener('click', () => toggle(cell.dataset.asset));
  return cell;
}

function fill(cell, asset) {
  const [image, badge, length] = cell.children;
  const number = asset && numbers.get(asset.id);
  if (asset && cell.dataset.thumbnail !== asset.thumbnailURL) {
    cell.dataset.thumbnail = asset.thumbnailURL;
    const mark = asset.thumbnailURL.includes('?') ? '&' : '?';
    image.src = `${asset.thumbnailURL}${mark}${new URLSearchParams(PICTURE)}`;
    cell.style.backgroundColor = averageColor(asset.thumbHash) ?? '';
  }
  cell.dataset.asset = asset?.id ?? '';
  cell.disabled = !asset || isOver;
  cell.setAttribute('aria-label', asset?.filename ?? '');
  cell.setAttribute('aria-pressed', String(number !== undefined));
  badge.textContent = number === undefined ? '' : rules.isOrdered && rules.allowsMultipleSelection ? number : '✓';
  const seconds = asset?.mediaType === 'video' && asset.duration != null ? Math.round(asset.duration) : undefined;
  length.textContent = seconds === undefined ? ''
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Picks an asset, or puts it back. The page shows it once the server says so. */
async function toggle(asset) {
  if (!asset || isOver) return;
  const action = numbers.has(asset) ? 'remove' : 'add';
  await ask('/items', { actions: [{ action, assets: [asset] }] });
}

async function ask(what, content) {
  try {
    return await library.post(path + what, content);
  } catch (error) {
    say(error instanceof ProblemError ? error.problem.message ?? error.message : 'The server does not answer');
  }
}

/** Takes over what is picked. */
function count() {
  numbers = new Map();
  for (const entry of picked.list) {
    if (entry?.id && !entry.item?.isGone) numbers.set(entry.id, numbers.size + 1);
  }
  const now = picked.selection;
  const limit = rules.maximum > 0 ? ` / ${rules.maximum}` : '';
  status.textContent = `${now.count}${limit}`;
  done.disabled = isOver || now.count < rules.minimum || (rules.maximum > 0 && now.count > rules.maximum);
  if (now.state !== 'open') end({ completed: 'Done', cancelled: 'Cancelled', expired: 'The time is over' }[now.state]);
  show();
}

function end(text) {
  if (isOver) return;
  isOver = true;
  done.disabled = cancel.disabled = true;
  say(text, true);
  library.stop();
  show();
}

function tell({ events = [] }) {
  for (const event of events) if (event.type === 'limitExceeded') say(event.message);
  count();
}

async function start() {
  rules = await library.get(path);
  picked = library.observe({ resource: 'selection', selection: id }, {
    window: 1000,
    onSnapshot: () => { count(); picked.fetch().then(count, () => {}); },
    onChange: (view, change) => tell(change),
    onReload: (view, reason) => {
      if (reason === 'viewGone') return end('This selection is closed');
      view.fetch().then(count, () => {});
      count();
    },
    onError: (error) => { if (error.status === 404) end('This selection is closed'); },
  });
  assets = library.observe(rules.fetch, { onSnapshot: show, onChange: show, onReload: show });
  grid.addEventListener('scroll', () => requestAnimationFrame(show), { passive: true });
  addEventListener('resize', show);
  done.addEventListener('click', () => ask('/complete'));
  cancel.addEventListener('click', () => ask('/cancel'));
}

start().catch((error) => say(error.status === 404 ? 'There is no such selection' : error.message, true));
