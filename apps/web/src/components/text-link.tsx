import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link in running text or in a cell of a table. */
export const TextLink = chakra(Link, {
  base: {
    color: 'inherit',
    fontWeight: 'inherit',
    textDecoration: 'underline',
    textDecorationColor: 'border.emphasized',
    textUnderlineOffset: '3px',
    rounded: 'xs',
    _hover: { textDecorationColor: 'currentcolor' },
    _focusVisible: { outline: '2px solid', outlineColor: 'campo.focusRing', outlineOffset: '1px' },
  },
});
