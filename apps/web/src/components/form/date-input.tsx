import { Input, type InputProps } from '@chakra-ui/react';
import {
  Fragment,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { dateTimeOf } from '../../lib/format/format.js';
import {
  PARTS,
  closed,
  typed,
  valueIn,
  valueOf,
  writtenOf,
  type DateKind,
  type Typing,
} from '../../lib/time/written-date.js';
import { texts } from './textos.js';
import './date-input.css';

const AFTER = { day: '/', month: '/', year: ' ', hour: ':', minute: '' } as const;

/** Writes as a person would: React and react-hook-form hear of it. */
function write(input: HTMLInputElement, value: string): void {
  if (input.value === value) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** `value` is the input's at that moment: another one means that somebody else has written meanwhile. */
interface Draft extends Typing {
  value: string;
  focused: boolean;
}

/**
 * A date, month or hour as the console writes them, dd/mm/yyyy and 24 hours, also in a browser of another language. The element stays the
 * browser's own, with its value, limits and calendar.
 */
export function DateInput({ type = 'date', ...props }: Omit<InputProps, 'type'> & { type?: DateKind }) {
  const box = useRef<HTMLSpanElement>(null);
  const pressed = useRef<number | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const input = () => box.current?.querySelector('input') ?? null;
  const subscribe = useCallback((changed: () => void) => {
    const element = box.current;
    element?.addEventListener('input', changed);
    element?.addEventListener('change', changed);
    return () => {
      element?.removeEventListener('input', changed);
      element?.removeEventListener('change', changed);
    };
  }, []);
  const value = useSyncExternalStore(subscribe, () => box.current?.querySelector('input')?.value ?? '');
  const current = draft?.value === value ? draft : draft && { ...draft, written: writtenOf(type, value), open: false };
  const written = current?.written ?? writtenOf(type, value);
  const at = current?.focused ? current.at : -1;
  const half = Object.keys(written).length > 0 && valueOf(type, written) === '';
  useEffect(() => {
    box.current?.querySelector('input')?.setCustomValidity(half ? texts.halfWritten : '');
  }, [half]);

  const take = (next: Typing, focused = true) => {
    const element = input();
    if (!element) return;
    // A part that is being written changes nothing yet: lists would be asked for the year 2.
    if (!next.open) write(element, valueOf(type, next.written));
    setDraft({ ...next, focused, value: element.value });
  };
  const now = () => {
    const [date = '', time = ''] = dateTimeOf(Date.now()).split(' ');
    return writtenOf('datetime-local', `${date.split('/').reverse().join('-')}T${time}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !current) return;
    const next = typed(type, current, event.key, now());
    if (next) {
      event.preventDefault();
      take(next);
    } else if (event.key === 'Enter') take(closed(type, current));
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const pasted = valueIn(type, event.clipboardData.getData('text'));
    if (pasted !== '') take({ written: writtenOf(type, pasted), at: 0, open: false });
  };
  const onPointerDown = (event: PointerEvent) => {
    const spans = [...(box.current?.querySelectorAll('[data-part]') ?? [])];
    const under = spans.findIndex((each) => event.clientX <= each.getBoundingClientRect().right);
    const part = Math.max(0, under);
    if (current?.focused) take({ ...closed(type, current), at: part });
    else pressed.current = part;
  };
  const onFocus = () => {
    setDraft({ written, at: pressed.current ?? 0, open: false, focused: true, value });
    pressed.current = null;
  };
  const onBlur = () => current && take(closed(type, current), false);

  return (
    <span
      ref={box}
      className="date-input"
      role="presentation"
      onKeyDownCapture={onKeyDown}
      onPaste={onPaste}
      onPointerDown={onPointerDown}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <Input {...props} type={type} />
      <span className="date-input-text" aria-hidden={at < 0} aria-live="polite">
        {PARTS[type].map((part, n) => (
          <Fragment key={part}>
            <span data-part data-empty={written[part] === undefined || undefined} data-at={n === at || undefined}>
              {written[part] ?? texts.dateParts[part]}
            </span>
            {/* In an element: a flex container does not draw a space that stands alone. */}
            {n < PARTS[type].length - 1 && <span>{AFTER[part]}</span>}
          </Fragment>
        ))}
      </span>
    </span>
  );
}
