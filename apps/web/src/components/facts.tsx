import { Box, Grid, Text, type GridProps } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';

export type Fact = readonly [title: string, value: ReactNode];

interface Props extends Pick<GridProps, 'templateColumns' | 'columnGap' | 'rowGap'> {
  facts: readonly Fact[];
}

/** Titles and their values, as a list of two columns. */
export function Facts({ facts, templateColumns = 'auto minmax(0, 1fr)', columnGap = '5', rowGap = '2' }: Props) {
  return (
    <Grid as="dl" templateColumns={templateColumns} columnGap={columnGap} rowGap={rowGap} alignItems="center">
      {facts.map(([title, value]) => (
        <Fragment key={title}>
          <Text as="dt" fontSize="xs" color="fg.muted">
            {title}
          </Text>
          <Box as="dd" minW="0" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {value}
          </Box>
        </Fragment>
      ))}
    </Grid>
  );
}
