import { Box, Button, Flex, Skeleton, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { aDemanda } from '../../../components/on-demand.js';
import { useServerThere } from '../../../lib/live/live.js';
import { noLlego } from '../../../lib/http/query-client.js';
import { useHistorialSerie, type Ventana } from '../api/series.js';
import { acercar, type Rango, type Tramo } from '../lib/window.js';
import { textos } from '../textos.js';
import { AvisoVacio } from '../../../components/empty-notice.js';

// With the zoom it weighs more than the chart of the last fifty: it comes for who asks for a range.
const GraficaRango = aDemanda({ nombre: 'grafica-rango', cargar: () => import('./range-chart.js'), alto: '280px' });

const PASO = 2;

interface Props {
  switchId: number;
  rango: Rango;
  sinSensor: boolean;
}

/** A range of a sensor's history that one can move in: nearer, the server gives finer points. */
export function HistoriaRango({ switchId, rango, sinSensor }: Props) {
  const [ventana, setVentana] = useState<Ventana | null>(null);
  const consulta = useHistorialSerie(switchId, rango, ventana);
  const { data } = consulta;
  const conectado = useServerThere();
  if (!data) {
    if (noLlego(consulta)) return <AvisoVacio alto="7rem" texto={textos.errorHistorial} error />;
    return <Skeleton h="280px" aria-busy />;
  }
  const { serie } = data;
  const marco = ventana?.marco ?? data.marco;
  if (!ventana && serie.n.every((n) => n === 0))
    return <AvisoVacio alto="7rem" texto={sinSensor ? textos.sinSensor : textos.sinPuntosEnRango} />;

  const ver = (tramo: Tramo | null) =>
    setVentana(tramo && (tramo.desde > marco.desde || tramo.hasta < marco.hasta) ? { ...tramo, marco } : null);
  const visible = ventana ?? marco;
  return (
    <Box data-nivel={serie.nivel} data-paso={serie.paso_s ?? undefined}>
      <GraficaRango serie={serie} marco={marco} ventana={visible} onVentana={ver} />
      <Flex mt="2" gap="2" align="center" wrap="wrap">
        <Text fontSize="xs" color="fg.muted" flex="1 1 16rem">
          {textos.ayudaZoom}
        </Text>
        <Flex gap="1">
          <Button
            size="xs"
            variant="outline"
            disabled={!conectado}
            onClick={() => ver(acercar(visible, 1 / PASO, marco))}
          >
            {textos.acercar}
          </Button>
          <Button
            size="xs"
            variant="outline"
            disabled={!ventana || !conectado}
            onClick={() => ver(acercar(visible, PASO, marco))}
          >
            {textos.alejar}
          </Button>
          <Button size="xs" variant="outline" disabled={!ventana || !conectado} onClick={() => ver(null)}>
            {textos.verTodo}
          </Button>
        </Flex>
      </Flex>
    </Box>
  );
}
