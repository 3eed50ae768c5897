import { Center } from '@chakra-ui/react';
import { inkOf } from '../lib/ink.js';

/** The colour and number of a period, as the table of the week shows it. */
export const Swatch = ({ place }: { place: number }) => (
  <Center
    as="span"
    flexShrink="0"
    boxSize="6"
    rounded="xs"
    borderWidth="1px"
    borderColor="border.emphasized"
    bg={inkOf(place)}
    fontSize="xs"
    fontWeight="600"
    fontVariantNumeric="tabular-nums"
    aria-hidden
  >
    {place + 1}
  </Center>
);
