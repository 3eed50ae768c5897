import { eventually } from '@acequia/testing';
import type { Page } from 'playwright-core';

interface Focus {
  name: string;
  /** Why a person would not see the focus; absent when it is visible. */
  hidden: string | null;
}

/** The focused element, and whether its ring is visible: inside the window and not covered. */
export const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(async () => {
    // The ring appears a frame after the focus even without motion, and the focus may follow the key later.
    let element: Element | null;
    do {
      element = document.activeElement;
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    } while (element !== document.activeElement);
    if (!(element instanceof HTMLElement)) return { name: '', hidden: 'nothing has the focus' };
    const label = (element as HTMLInputElement).labels?.[0]?.textContent ?? element.getAttribute('aria-label');
    const name = (label ?? element.textContent ?? '').replace('*', '').trim();
    if (element === document.body) return { name: '', hidden: 'nothing has the focus' };
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const ring = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + Math.min(box.width / 2, 60), box.top + Math.min(box.height / 2, 12)];
    const top = document.elementFromPoint(x, y);
    const seen = top !== null && (element.contains(top) || top.contains(element));
    const over = `${top?.outerHTML.slice(0, 120) ?? 'nothing'} stands at ${Math.round(x)}, ${Math.round(y)}`;
    return { name, hidden: ring ? (seen ? null : over) : 'it has no ring' };
  });

/** Presses an arrow until the control of this name has the focus. */
export async function arrowTo(page: Page, key: 'ArrowDown' | 'ArrowUp', name: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press(key);
    const focus = await focusOf(page);
    if (focus.name === name) return expect(focus.hidden).toBeNull();
    passed.push(focus.name);
  }
  throw new Error(`${key} never reached "${name}", only ${passed.join(', ')}`);
}

/** Presses Tab until the control of this name has the focus; every stop on the way must be visible. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    let focus = await focusOf(page);
    // After the last control the focus moves to the browser's own bar and then returns.
    if (focus.name === '' && focus.hidden === 'nothing has the focus') continue;
    // A busy page draws the ring or scrolls to it a few frames later.
    if (focus.hidden !== null)
      await eventually(
        async () => expect((focus = await focusOf(page))).toEqual({ name: focus.name, hidden: null }),
        20_000,
      );
    if (focus.name === name) return;
    passed.push(focus.name);
  }
  throw new Error(`Tab never reached "${name}", only ${passed.join(', ')}`);
}
