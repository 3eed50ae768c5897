import { Input } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

/**
 * For a number with decimals, read by `numberIn`. Not type="number": with the Spanish of Mexico, Chromium makes 25 of a written
 * "2,5". `signed`: it may be negative, and the number keys of a phone have no minus sign.
 */
export const NumberInput = ({ signed = false, ...props }: ComponentProps<typeof Input> & { signed?: boolean }) => (
  <Input inputMode={signed ? 'text' : 'decimal'} autoComplete="off" {...props} />
);
