import { leftOf, numero } from '@acequia/contracts';
import { Box, Heading, Table } from '@chakra-ui/react';
import { useConcessions } from '../api/concessions.js';
import { lastDayOf } from '../lib/account.js';
import { texts } from '../textos.js';

const { account: t } = texts;
const NUMBERS = { textAlign: 'end', fontVariantNumeric: 'tabular-nums' } as const;
const whole = (m3: number | null): string => (m3 === null ? texts.never : numero(Math.round(m3)));

interface Props {
  /** Null = the person's own company. */
  empresaId: number | null;
  /** YYYY-MM */
  mes: string;
}

/** What meters with a concession have taken of it from January to the end of the month. */
export function AccountConcessions({ empresaId, mes }: Props) {
  const concessions = useConcessions(empresaId, lastDayOf(mes));
  if (concessions.length === 0) return null;
  return (
    <Box maxW="44rem" overflowX="auto" css={{ breakInside: 'avoid' }}>
      <Heading as="h3" size="sm" mb="2">
        {t.concession(mes.slice(0, 4))}
      </Heading>
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>{t.meter}</Table.ColumnHeader>
            {[t.granted, t.used, t.left, t.daysWithout].map((title) => (
              <Table.ColumnHeader key={title} {...NUMBERS}>
                {title}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {concessions.map(({ punto_id, nombre, concesion_m3, used }) => {
            const total = used?.total ?? null;
            const left = leftOf(concesion_m3, total);
            return (
              <Table.Row key={punto_id}>
                <Table.Cell overflowWrap="anywhere">{nombre}</Table.Cell>
                <Table.Cell {...NUMBERS}>{whole(concesion_m3)}</Table.Cell>
                <Table.Cell {...NUMBERS}>
                  {whole(total)}
                  {total !== null && ` (${Math.round((total / concesion_m3) * 100)} %)`}
                </Table.Cell>
                <Table.Cell {...NUMBERS} {...(left !== null && left < 0 && { color: 'fg.error' })}>
                  {whole(left)}
                </Table.Cell>
                <Table.Cell {...NUMBERS}>{used ? numero(used.dias_sin_datos) : texts.never}</Table.Cell>
              </Table.Row>
            );
          })}
        </Table.Body>
      </Table.Root>
    </Box>
  );
}
