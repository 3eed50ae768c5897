import { Skeleton } from '@chakra-ui/react';
import { texts } from '../textos.js';
import { Copyable } from './copyable.js';

const { credential: t } = texts;

interface Props {
  title: string;
  /** Null = the installation has none configured; undefined = not read. */
  value: string | null | undefined;
  /** It could not be read. */
  unread: boolean;
  /** Shown where none is configured. */
  none: string;
}

/** What to type into a board's settings, to copy. */
export function SettingValue({ title, value, unread, none }: Props) {
  if (value === undefined) return unread ? t.unknown : <Skeleton h="8" />;
  return value === null ? none : <Copyable title={title} value={value} />;
}
