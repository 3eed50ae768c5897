import { Box, Flex, Stack, Table, Text } from '@chakra-ui/react';
import { memo, useDeferredValue, type ReactNode } from 'react';
import { useServerThere } from '../../../lib/live/live.js';
import { usePantallaAncha } from '../../../lib/screen.js';
import { sensorOf, type ParDeSwitches } from '../lib/pairs.js';
import { textos } from '../textos.js';
import { CeldaSwitch } from './switch-cell.js';
import { MedidaSensor } from './sensor-value.js';

interface Props {
  pares: ParDeSwitches[];
}

/** More rows than any screen shows at once. */
const PRIMERAS = 12;

/** One row per pair: a table from tablet width up, cards on a phone. */
export function TablaSwitches({ pares: todos }: Props) {
  const conectado = useServerThere();
  // Two hundred switches take a slow phone a second to draw: what is on the screen first, the rest when there is time.
  const completa = useDeferredValue(true, false);
  const pares = completa ? todos : todos.slice(0, PRIMERAS);
  if (!usePantallaAncha()) {
    return (
      <Stack gap="0" as="ul" listStyleType="none">
        {pares.map(({ key, sw1, sw2 }) => (
          <Tarjeta key={key} sw1={sw1} sw2={sw2} conectado={conectado} />
        ))}
      </Stack>
    );
  }
  return (
    <Table.Root size="sm" tableLayout="fixed" css={{ '& td, & th': { px: '5' }, '& td': { py: '3' } }}>
      <Table.Header>
        <Table.Row bg="bg.subtle">
          {textos.columnas.map((columna, index) => (
            <Table.ColumnHeader key={index} w={index < 2 ? '36%' : '14%'} color="fg.muted" fontWeight="600">
              {columna}
            </Table.ColumnHeader>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {pares.map(({ key, sw1, sw2 }) => (
          <Fila key={key} sw1={sw1} sw2={sw2} conectado={conectado} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}

interface FilaProps extends Pick<ParDeSwitches, 'sw1' | 'sw2'> {
  conectado: boolean;
}

// A live message replaces one switch of the list: only its row is drawn again.
const Fila = memo(function Fila({ sw1, sw2, conectado }: FilaProps) {
  const sensor = sensorOf({ sw1, sw2 });
  return (
    <Table.Row bg="transparent" verticalAlign="top">
      <Table.Cell>
        <CeldaSwitch sw={sw1} conectado={conectado} conSensor={sensor === sw1} />
      </Table.Cell>
      <Table.Cell>{sw2 && <CeldaSwitch sw={sw2} conectado={conectado} conSensor={sensor === sw2} />}</Table.Cell>
      <Table.Cell>
        <MedidaSensor sw={sensor} de="temperatura" conectado={conectado} />
      </Table.Cell>
      <Table.Cell>
        <MedidaSensor sw={sensor} de="humedad" conectado={conectado} />
      </Table.Cell>
    </Table.Row>
  );
});

const Tarjeta = memo(function Tarjeta({ sw1, sw2, conectado }: FilaProps) {
  const sensor = sensorOf({ sw1, sw2 });
  return (
    // What is far below the screen is neither laid out nor painted; 150px is about one card.
    <Box
      as="li"
      p="4"
      borderBottomWidth="1px"
      _last={{ borderBottomWidth: 0 }}
      css={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 150px' }}
    >
      <Stack gap="3.5">
        <CeldaSwitch sw={sw1} conectado={conectado} conSensor={sensor === sw1} />
        {sw2 && <CeldaSwitch sw={sw2} conectado={conectado} conSensor={sensor === sw2} />}
        {sensor.tiene_sensor === 1 && (
          <Flex gap="8" pt="3" borderTopWidth="1px" borderStyle="dashed">
            <CampoMovil nombre={textos.columnas[2]}>
              <MedidaSensor sw={sensor} de="temperatura" conectado={conectado} />
            </CampoMovil>
            <CampoMovil nombre={textos.columnas[3]}>
              <MedidaSensor sw={sensor} de="humedad" conectado={conectado} />
            </CampoMovil>
          </Flex>
        )}
      </Stack>
    </Box>
  );
});

function CampoMovil({ nombre, children }: { nombre: string; children: ReactNode }) {
  return (
    <Box>
      <Text fontSize="xs" color="fg.muted">
        {nombre}
      </Text>
      {children}
    </Box>
  );
}
