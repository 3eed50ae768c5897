import type { Metricas } from '@acequia/contracts';
import { Table } from '@chakra-ui/react';
import { twoDecimals } from '../../lib/format/format.js';
import { phaseTexts as texts } from './textos.js';

const PHASES = ['a', 'b', 'c'] as const;

interface Props {
  metricas: Metricas | undefined;
  /** The values are outdated: dimmed. */
  old?: boolean;
}

/** A meter's values (MDIS-3): voltage and current per phase, then the totals. 2 decimals, "—" when missing. */
export function PhaseTable({ metricas, old = false }: Props) {
  const temp = metricas?.temp;
  const totals: [string, number | null | undefined][] = [
    [texts.activePower, metricas?.total_act_power ?? metricas?.potencia_activa],
    [texts.apparentPower, metricas?.total_aparent_power ?? metricas?.potencia_aparente],
    [texts.powerFactor, metricas?.factor_potencia],
  ];
  return (
    <Table.Root
      size="sm"
      mt="3"
      color={old ? 'fg.subtle' : undefined}
      data-viejo={old || undefined}
      css={{ '& td, & th': { px: '2' }, '& td': { fontVariantNumeric: 'tabular-nums' } }}
    >
      <Table.Header>
        <Table.Row bg="transparent">
          <Table.ColumnHeader />
          {PHASES.map((phase) => (
            <Table.ColumnHeader key={phase} textAlign="end" color="fg.muted" fontWeight="600" whiteSpace="nowrap">
              {texts.phase(phase)}
            </Table.ColumnHeader>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {(['voltaje', 'corriente'] as const).map((quantity) => (
          <Table.Row key={quantity} bg="transparent">
            <Table.Cell color="fg.muted">{texts[quantity]}</Table.Cell>
            {PHASES.map((phase) => (
              <Table.Cell key={phase} textAlign="end" fontWeight="550">
                {twoDecimals(metricas?.[`${quantity}_${phase}`])}
              </Table.Cell>
            ))}
          </Table.Row>
        ))}
        {totals.map(([nombre, value]) => (
          <Total key={nombre} nombre={nombre} text={twoDecimals(value)} />
        ))}
        {temp !== null && temp !== undefined && <Total nombre={texts.temperatura} text={`${twoDecimals(temp)} °C`} />}
      </Table.Body>
    </Table.Root>
  );
}

function Total({ nombre, text }: { nombre: string; text: string }) {
  return (
    <Table.Row bg="transparent">
      <Table.Cell color="fg.muted">{nombre}</Table.Cell>
      <Table.Cell colSpan={3} textAlign="end" fontWeight="550">
        {text}
      </Table.Cell>
    </Table.Row>
  );
}
