import { Button, Center, Field, Flex, NativeSelect, Skeleton, Text } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { DescargarIcon } from '../../../components/icons.js';
import { Panel } from '../../../components/panel.js';
import { descargar } from '../../../lib/api-client.js';
import { useHistorialPuntos } from '../api/historial-puntos.js';
import type { ParDeSwitches } from '../lib/pares.js';
import { textos } from '../textos.js';

// chart.js weighs more than the rest of the panel: it comes when the page already stands.
const GraficaSensores = lazy(() => import('./grafica-sensores.js'));

interface Props {
  pares: ParDeSwitches[];
  elegido: ParDeSwitches | undefined;
  onElegir: (key: string) => void;
}

/** Pair selector, temperature/humidity chart of its first switch, and its CSV. */
export function HistorialSensores({ pares, elegido, onElegir }: Props) {
  const switchId = elegido?.sw1.id;
  const puntos = useHistorialPuntos(switchId);
  const bajar = () => {
    if (switchId === undefined) return;
    descargar(
      'historial.csv_sensores',
      { query: { switch_id: String(switchId) } },
      `temp_hum_switch_${switchId}.csv`,
    ).catch((error: unknown) => console.error('CSV', error));
  };
  return (
    <Panel>
      <Flex gap="4" align="flex-end" wrap="wrap" mb="4">
        <Field.Root flex="1 1 18rem" maxW="40rem">
          <Field.Label>{textos.selector}</Field.Label>
          <NativeSelect.Root disabled={pares.length === 0}>
            <NativeSelect.Field value={elegido?.key ?? ''} onChange={(event) => onElegir(event.currentTarget.value)}>
              {pares.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </Field.Root>
        <Button variant="outline" onClick={bajar} disabled={!elegido}>
          <DescargarIcon /> {textos.csvSensores}
        </Button>
      </Flex>
      <Contenido puntos={puntos.data ?? []} cargando={puntos.isLoading} sinSensor={elegido?.sw1.tiene_sensor === 0} />
    </Panel>
  );
}

function Contenido({
  puntos,
  cargando,
  sinSensor,
}: {
  puntos: NonNullable<ReturnType<typeof useHistorialPuntos>['data']>;
  cargando: boolean;
  sinSensor: boolean;
}) {
  const espera = <Skeleton h="280px" />;
  if (cargando) return espera;
  if (puntos.length === 0) {
    return (
      <Center h="7rem" color="fg.muted" borderWidth="1px" borderStyle="dashed" rounded="md">
        <Text>{sinSensor ? textos.sinSensor : textos.sinPuntos}</Text>
      </Center>
    );
  }
  return (
    <Suspense fallback={espera}>
      <GraficaSensores puntos={puntos} />
    </Suspense>
  );
}
