import { numero, type SumasCuenta } from '@acequia/contracts';
import { Box, Heading, Table } from '@chakra-ui/react';
import { texts } from '../textos.js';

const { account: t } = texts;
const NUMBERS = { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } as const;

/** What the month's turns used in each period of the tariffs, at each of its prices. */
export function AccountPeriods({ periodos }: { periodos: NonNullable<SumasCuenta['periodos']> }) {
  return (
    <Box maxW="36rem" css={{ breakInside: 'avoid' }}>
      <Heading as="h3" size="sm" mb="2">
        {t.byPeriod}
      </Heading>
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>{t.period}</Table.ColumnHeader>
            {[t.price, t.kwh, t.cost].map((title) => (
              <Table.ColumnHeader key={title} {...NUMBERS}>
                {title}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {periodos.map(({ periodo, precio, kwh, costo }) => (
            <Table.Row key={`${periodo} ${precio}`}>
              <Table.Cell overflowWrap="anywhere">{periodo}</Table.Cell>
              <Table.Cell {...NUMBERS}>${precio}</Table.Cell>
              <Table.Cell {...NUMBERS}>{numero(kwh)}</Table.Cell>
              <Table.Cell {...NUMBERS}>${costo.toFixed(2)}</Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}
