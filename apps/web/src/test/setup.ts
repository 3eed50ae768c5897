import { jest } from '@jest/globals';
import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { queryClient } from '../lib/http/query-client.js';
import { getContext } from './canvas.js';
import { failOnFaults } from './faults.js';
import { lateFrames } from './late.js';
import './quick-labels.js';

const WIDTH_PX = 1440;
const HEIGHT_PX = 900;
const REM_PX = 16;

/** Nothing is laid out in jsdom: lists that draw only what is visible need some size to draw at all. */
Object.defineProperties(Element.prototype, {
  clientWidth: { get: () => WIDTH_PX },
  clientHeight: { get: () => HEIGHT_PX },
});
Object.assign(window, {
  innerWidth: WIDTH_PX,
  scrollTo: () => undefined,
  PointerEvent: class extends MouseEvent {},
  matchMedia: (query: string) => ({
    get matches() {
      return matches(query);
    },
    media: query,
    ...LISTENERS,
  }),
  ResizeObserver: class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
});
/** An element's own style alone: jsdom asks every rule of Chakra's sheet about each element that a role is looked for among. */
window.getComputedStyle = (element) => (element as HTMLElement).style;
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});
Object.assign(HTMLCanvasElement.prototype, { getContext });
lateFrames();
Object.assign(Element.prototype, { scrollIntoView: () => undefined, scrollTo: () => undefined });

const LISTENERS = {
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
};

/** Only widths are known, as `window.innerWidth` says; no other preference is set. */
function matches(query: string): boolean {
  const limits = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)(px|r?em)\)/g)];
  if (limits.length === 0) return false;
  return limits.every(([, side, value, unit]) => {
    const px = Number(value) * (unit === 'px' ? 1 : REM_PX);
    return side === 'min' ? px <= window.innerWidth : window.innerWidth <= px;
  });
}

// The pages of a busy machine draw late; and a failed read is repeated without its pause.
configure({ asyncUtilTimeout: 15_000, getElementError: (message) => new Error(message ?? 'Not found') });
queryClient.setDefaultOptions({
  ...queryClient.getDefaultOptions(),
  queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 },
});

afterEach(() => {
  jest.restoreAllMocks();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  window.innerWidth = WIDTH_PX;
  failOnFaults();
});
