import { Box, Button, Center, Flex, Heading, NativeSelect, Skeleton, Text } from '@chakra-ui/react';
import { nativeSelectSlotRecipe } from '@chakra-ui/react/theme';
import { useState } from 'react';
import { aDemanda } from '../../../components/on-demand.js';
import { Panel } from '../../../components/card.js';
import { noLlego } from '../../../lib/http/query-client.js';
import { RANGOS, useSerie, type Rango } from '../api/centinela.js';
import { textos } from '../textos.js';
import type { Magnitud } from './phase-chart.js';

const GraficaFases = aDemanda({ nombre: 'grafica-fases', cargar: () => import('./phase-chart.js'), alto: '280px' });
const MAGNITUDES = Object.keys(textos.filas) as Magnitud[];

/** A magnitude of the three phases over a day, a week or a month. */
export function Historia({ id }: { id: number }) {
  const [rango, setRango] = useState<Rango>('dia');
  const [magnitud, setMagnitud] = useState<Magnitud>('potencia_activa');
  const consulta = useSerie(id, rango);
  const { data: serie } = consulta;
  return (
    <Panel>
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="4">
        <Heading as="h2" size="lg">
          {textos.historia}
        </Heading>
        <Flex gap="3" wrap="wrap" align="center">
          <Box w="14rem">
            <NativeSelect.Root recipe={nativeSelectSlotRecipe} size="sm">
              <NativeSelect.Field
                aria-label={textos.magnitud}
                value={magnitud}
                onChange={(event) => setMagnitud(event.currentTarget.value as Magnitud)}
              >
                {MAGNITUDES.map((una) => (
                  <option key={una} value={una}>
                    {textos.filas[una]}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </Box>
          <Flex role="group" aria-label={textos.historia} gap="1">
            {(Object.keys(RANGOS) as Rango[]).map((uno) => (
              <Button
                key={uno}
                size="sm"
                variant={uno === rango ? 'solid' : 'outline'}
                aria-pressed={uno === rango}
                onClick={() => setRango(uno)}
              >
                {textos.rangos[uno]}
              </Button>
            ))}
          </Flex>
        </Flex>
      </Flex>
      {!serie && !noLlego(consulta) ? (
        <Skeleton h="280px" />
      ) : !serie || serie.ts.length === 0 ? (
        <Center h="280px" color="fg.muted">
          <Text>{serie ? textos.sinHistoria : textos.errorHistoria}</Text>
        </Center>
      ) : (
        <GraficaFases serie={serie} magnitud={magnitud} />
      )}
    </Panel>
  );
}
