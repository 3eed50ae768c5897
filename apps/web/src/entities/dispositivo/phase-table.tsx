import type { Metricas } from '@acequia/contracts';
import { Table } from '@chakra-ui/react';
import { decimales } from '../../lib/format/format.js';

const FASES = ['a', 'b', 'c'] as const;

interface Props {
  metricas: Metricas | undefined;
  /** They are not the present ones: dimmed. */
  viejo?: boolean;
}

/** A meter's values as MDIS-3 has them: voltage and current per phase, then the totals. 2 decimals, "—" when missing. */
export function TablaFases({ metricas, viejo = false }: Props) {
  const temp = metricas?.temp;
  const totales: [string, number | null | undefined][] = [
    ['Potencia activa (W)', metricas?.total_act_power ?? metricas?.potencia_activa],
    ['Potencia aparente (VA)', metricas?.total_aparent_power ?? metricas?.potencia_aparente],
    ['Factor de potencia', metricas?.factor_potencia],
  ];
  return (
    <Table.Root
      size="sm"
      mt="3"
      color={viejo ? 'fg.subtle' : undefined}
      data-viejo={viejo || undefined}
      css={{ '& td, & th': { px: '2' }, '& td': { fontVariantNumeric: 'tabular-nums' } }}
    >
      <Table.Header>
        <Table.Row bg="transparent">
          <Table.ColumnHeader />
          {FASES.map((fase) => (
            <Table.ColumnHeader key={fase} textAlign="end" color="fg.muted" fontWeight="600" whiteSpace="nowrap">
              Fase {fase.toUpperCase()}
            </Table.ColumnHeader>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {(['voltaje', 'corriente'] as const).map((medida) => (
          <Table.Row key={medida} bg="transparent">
            <Table.Cell color="fg.muted">{medida === 'voltaje' ? 'Voltaje (V)' : 'Corriente (A)'}</Table.Cell>
            {FASES.map((fase) => (
              <Table.Cell key={fase} textAlign="end" fontWeight="550">
                {decimales(metricas?.[`${medida}_${fase}`])}
              </Table.Cell>
            ))}
          </Table.Row>
        ))}
        {totales.map(([nombre, valor]) => (
          <Total key={nombre} nombre={nombre} texto={decimales(valor)} />
        ))}
        {temp !== null && temp !== undefined && <Total nombre="Temperatura" texto={`${decimales(temp)} °C`} />}
      </Table.Body>
    </Table.Root>
  );
}

function Total({ nombre, texto }: { nombre: string; texto: string }) {
  return (
    <Table.Row bg="transparent">
      <Table.Cell color="fg.muted">{nombre}</Table.Cell>
      <Table.Cell colSpan={3} textAlign="end" fontWeight="550">
        {texto}
      </Table.Cell>
    </Table.Row>
  );
}
