import { leftOf, numero } from '@acequia/contracts';
import { Box, Heading, Table } from '@chakra-ui/react';
import { useMeters } from '../api/meters.js';
import { lastDayOf } from '../lib/account.js';
import { texts } from '../textos.js';

const { account: t } = texts;
/** On a phone each meter is a block: its name, and below it each figure beside its title. */
const STACKED = {
  mdDown: {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tr': { display: 'block', paddingBlock: '2', borderBottomWidth: '1px' },
    '& td': { display: 'flex', justifyContent: 'space-between', gap: '3', border: '0', padding: '0.5' },
    '& td:first-of-type': { fontWeight: '600' },
    '& td[data-title]::before': { content: 'attr(data-title)', color: 'fg.muted' },
  },
} as const;
const NUMBERS = { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } as const;
/** Whole m³ from ten on: a small meter has decimals. */
const cubic = (m3: number | null): string =>
  m3 === null ? texts.never : numero(Math.abs(m3) < 10 ? Math.round(m3 * 100) / 100 : Math.round(m3));

interface Props {
  /** Null = the person's own company. */
  empresaId: number | null;
  /** YYYY-MM */
  mes: string;
}

/** What each meter counted in the month, and of those with a concession what is used and left of it at its end. */
export function AccountMeters({ empresaId, mes }: Props) {
  const meters = useMeters(empresaId, lastDayOf(mes));
  if (meters.length === 0) return null;
  return (
    <Box maxW="52rem" overflowX={{ md: 'auto' }} css={{ breakInside: 'avoid' }}>
      <Heading as="h3" size="sm" mb="2">
        {t.meters(mes.slice(0, 4))}
      </Heading>
      <Table.Root size="sm" role="table" css={STACKED}>
        <Table.Header role="rowgroup">
          <Table.Row role="row">
            <Table.ColumnHeader role="columnheader">{t.meter}</Table.ColumnHeader>
            {[t.inMonth, t.daysWithout, t.granted, t.used, t.left].map((title) => (
              <Table.ColumnHeader key={title} role="columnheader" {...NUMBERS}>
                {title}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body role="rowgroup">
          {meters.map(({ punto_id, nombre, concesion_m3, month, year }) => {
            const used = concesion_m3 === null ? null : (year?.total ?? null);
            const left = concesion_m3 === null ? null : leftOf(concesion_m3, used);
            return (
              <Table.Row key={punto_id} role="row">
                <Table.Cell role="cell" minW="9rem" overflowWrap="anywhere">
                  {nombre}
                </Table.Cell>
                <Table.Cell role="cell" data-title={t.inMonth} {...NUMBERS}>
                  {cubic(month?.total ?? null)}
                </Table.Cell>
                <Table.Cell role="cell" data-title={t.daysWithout} {...NUMBERS}>
                  {month ? numero(month.dias_sin_datos) : texts.never}
                </Table.Cell>
                <Table.Cell role="cell" data-title={t.granted} {...NUMBERS}>
                  {cubic(concesion_m3)}
                </Table.Cell>
                <Table.Cell role="cell" data-title={t.used} {...NUMBERS}>
                  {cubic(used)}
                  {used !== null && concesion_m3 !== null && ` (${Math.round((used / concesion_m3) * 100)}\u00a0%)`}
                </Table.Cell>
                <Table.Cell
                  role="cell"
                  data-title={t.left}
                  {...NUMBERS}
                  {...(left !== null && left < 0 && { color: 'fg.error' })}
                >
                  {cubic(left)}
                </Table.Cell>
              </Table.Row>
            );
          })}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}
