import { Box, Flex, Stack, Table, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useAhora } from '../../../lib/clock.js';
import { useConectado } from '../../../lib/live.js';
import type { ParDeSwitches } from '../lib/pares.js';
import { textos } from '../textos.js';
import { CeldaSwitch } from './celda-switch.js';
import { MedidaSensor } from './medida-sensor.js';

interface Props {
  pares: ParDeSwitches[];
}

/** One row per pair: a table from tablet width up, cards on a phone. */
export function TablaSwitches({ pares }: Props) {
  const now = useAhora();
  const conectado = useConectado();
  return (
    <>
      <Table.Root size="sm" hideBelow="md" tableLayout="fixed" css={{ '& td, & th': { px: '5' } }}>
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
            <Table.Row key={key} bg="transparent" verticalAlign="top">
              <Table.Cell py="3">
                <CeldaSwitch sw={sw1} now={now} conectado={conectado} />
              </Table.Cell>
              <Table.Cell py="3">{sw2 && <CeldaSwitch sw={sw2} now={now} conectado={conectado} />}</Table.Cell>
              <Table.Cell py="3">
                <MedidaSensor sw={sw1} valor={sw1.temperatura} sufijo=" °C" now={now} conectado={conectado} />
              </Table.Cell>
              <Table.Cell py="3">
                <MedidaSensor sw={sw1} valor={sw1.humedad} sufijo=" %" now={now} conectado={conectado} />
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      <Stack hideFrom="md" gap="0" as="ul" listStyleType="none">
        {pares.map(({ key, sw1, sw2 }) => (
          <Box as="li" key={key} px="4" py="4" borderBottomWidth="1px" _last={{ borderBottomWidth: 0 }}>
            <Stack gap="3.5">
              <CeldaSwitch sw={sw1} now={now} conectado={conectado} />
              {sw2 && <CeldaSwitch sw={sw2} now={now} conectado={conectado} />}
              {sw1.tiene_sensor === 1 && (
                <Flex gap="8" pt="3" borderTopWidth="1px" borderStyle="dashed">
                  <CampoMovil nombre={textos.columnas[2]}>
                    <MedidaSensor sw={sw1} valor={sw1.temperatura} sufijo=" °C" now={now} conectado={conectado} />
                  </CampoMovil>
                  <CampoMovil nombre={textos.columnas[3]}>
                    <MedidaSensor sw={sw1} valor={sw1.humedad} sufijo=" %" now={now} conectado={conectado} />
                  </CampoMovil>
                </Flex>
              )}
            </Stack>
          </Box>
        ))}
      </Stack>
    </>
  );
}

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
