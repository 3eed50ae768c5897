import { numero, type CuentaMes, type SumasCuenta } from '@acequia/contracts';
import { Box, Table } from '@chakra-ui/react';
import { Fragment } from 'react';
import { SubjectLink } from '../../../entities/subject-link.js';
import { objetoOf } from '../lib/lanes.js';
import { bySector, hoursOf, shareOf } from '../lib/account.js';
import { texts } from '../textos.js';

const { account: t } = texts;

const tenth = (value: number): string => numero(Math.round(value * 10) / 10);
const known = (value: number | null, text: (value: number) => string): string =>
  value === null ? texts.never : text(value);

interface Column {
  title: string;
  value: (sums: SumasCuenta) => string;
  /** Hidden on a phone; the CSV and the print include it. */
  wide?: boolean;
}

const COLUMNS: readonly Column[] = [
  { title: t.turnos, value: ({ turnos }) => numero(turnos), wide: true },
  { title: t.missed, value: ({ omitidos, perdidos }) => `${numero(omitidos)} / ${numero(perdidos)}`, wide: true },
  { title: t.planned, value: ({ previstos_s }) => hoursOf(previstos_s) },
  { title: t.real, value: ({ reales_s }) => hoursOf(reales_s) },
  { title: t.share, value: (sums) => known(shareOf(sums), (share) => `${share} %`), wide: true },
  { title: t.cubic, value: ({ litros }) => known(litros, (each) => tenth(each / 1_000)) },
  { title: t.kwh, value: ({ kwh }) => known(kwh, tenth), wide: true },
  {
    title: t.cost,
    value: ({ costo }) => known(costo, (each) => `$${numero(Math.round(each * 100) / 100)}`),
    wide: true,
  },
];

const wideOnly = { display: { base: 'none', md: 'table-cell' }, _print: { display: 'table-cell' } } as const;

interface Props {
  cuenta: CuentaMes;
  /** Null = the person's own company. */
  empresaId: number | null;
  nameOf: (objeto: string) => string;
}

/** Sums per sector with its valves below, and the total. */
export function AccountTable({ cuenta, empresaId, nameOf }: Props) {
  const cells = (sums: SumasCuenta | undefined) =>
    COLUMNS.map(({ title, value, wide }) => (
      <Table.Cell key={title} textAlign="end" fontVariantNumeric="tabular-nums" {...(wide && wideOnly)}>
        {sums ? value(sums) : texts.never}
      </Table.Cell>
    ));
  return (
    <Box borderWidth="1px" rounded="md" overflowX="auto" _print={{ borderWidth: 0 }}>
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row css={{ breakInside: 'avoid' }}>
            <Table.ColumnHeader>{t.valve}</Table.ColumnHeader>
            {COLUMNS.map(({ title, wide }) => (
              <Table.ColumnHeader key={title} textAlign="end" {...(wide && wideOnly)}>
                {title}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {bySector(cuenta).map(({ sector, sums, filas }) => (
            <Fragment key={sector}>
              <Table.Row bg="bg.muted" fontWeight="600" css={{ breakInside: 'avoid', breakAfter: 'avoid' }}>
                <Table.Cell>{sector || t.noSector}</Table.Cell>
                {cells(sums)}
              </Table.Row>
              {filas.map((fila) => (
                <Table.Row key={`${fila.switch_id ?? ''}-${fila.dispositivo_id ?? ''}`} css={{ breakInside: 'avoid' }}>
                  <Table.Cell ps="6" overflowWrap="anywhere">
                    {/* Without a sector, several valves may have the same name, so show the longer one. */}
                    <SubjectLink {...fila} empresa_id={empresaId}>
                      {fila.sector === '' ? nameOf(objetoOf(fila)) : fila.nombre}
                    </SubjectLink>
                  </Table.Cell>
                  {cells(fila)}
                </Table.Row>
              ))}
            </Fragment>
          ))}
        </Table.Body>
        <Table.Footer>
          <Table.Row fontWeight="700" css={{ breakInside: 'avoid' }}>
            <Table.Cell>{t.total}</Table.Cell>
            {cells(cuenta.total)}
          </Table.Row>
        </Table.Footer>
      </Table.Root>
    </Box>
  );
}
