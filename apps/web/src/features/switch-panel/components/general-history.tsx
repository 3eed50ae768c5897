import { Button, Field, Flex, Heading, Input, Skeleton, Spinner, Text } from '@chakra-ui/react';
import type { EventoHistorial } from '@acequia/contracts';
import { useMemo, useState, type FormEvent } from 'react';
import { aDemanda } from '../../../components/on-demand.js';
import { AvanceDescarga } from '../../../components/download-progress.js';
import { DescargarIcon } from '../../../components/icons.js';
import { Panel } from '../../../components/card.js';
import { useDescarga } from '../../../lib/http/use-download.js';
import { diaDe } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { noLlego } from '../../../lib/http/query-client.js';
import { useAnteriores, useHistorialEventos, type Rango } from '../api/event-history.js';
import { textos } from '../textos.js';
import { AvisoVacio } from '../../../components/empty-notice.js';
import { ALTO } from './height.js';

// What scrolls through thousands of rows weighs more than this section: it comes when there are rows.
const TablaEventos = aDemanda({ nombre: 'tabla-eventos', cargar: () => import('./event-table.js'), alto: ALTO });

const ABIERTO: Rango = { desde: '', hasta: '' };

/** The server filters by day already; the browser filters again (PANEL-10), so that a late answer shows no foreign day. */
const dentro = (rango: Rango) => (evento: EventoHistorial) => {
  const dia = diaDe(evento.fecha);
  // What has no readable day is shown, whatever the range: the server counted it in.
  if (dia === null) return true;
  return (!rango.desde || dia >= rango.desde) && (!rango.hasta || dia <= rango.hasta);
};

interface Props {
  usuarioId: number;
  empresaId: number | null;
}

/** On/off history of all the person's switches in a range of days, with its CSV. */
export function HistorialGeneral({ usuarioId, empresaId }: Props) {
  const [rango, setRango] = useState(ABIERTO);
  const [invertido, setInvertido] = useState(false);
  const conectado = useServerThere();
  const descarga = useDescarga('historial.csv_estados');
  const consulta = useHistorialEventos(usuarioId, rango);
  const { data } = consulta;
  const fallo = noLlego(consulta);
  const anteriores = useAnteriores(usuarioId, rango, data);
  const eventos = useMemo(
    () => [...(data ?? []), ...anteriores.eventos].filter(dentro(rango)),
    [data, anteriores.eventos, rango],
  );

  const filtrar = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const next = { desde: String(form.get('desde')), hasta: String(form.get('hasta')) };
    const alReves = Boolean(next.desde && next.hasta && next.desde > next.hasta);
    setInvertido(alReves);
    if (!alReves) setRango(next);
  };
  const bajarEstados = () =>
    void descarga.bajar({ query: { empresa_id: String(empresaId), ...rango } }, `estados_empresa_${empresaId}.csv`);

  return (
    <Panel>
      <Heading as="h2" size="lg" mb="4">
        {textos.historial}
      </Heading>
      <form onSubmit={filtrar}>
        <Flex gap="3" align="flex-end" wrap="wrap" mb="4">
          <CampoFecha nombre="desde" texto={textos.desde} invalido={invertido} />
          <CampoFecha nombre="hasta" texto={textos.hasta} invalido={invertido} />
          <Button type="submit" variant="surface" disabled={!conectado}>
            {textos.filtrar}
          </Button>
          <Button
            variant="outline"
            ms={{ md: 'auto' }}
            onClick={bajarEstados}
            disabled={eventos.length === 0 || !conectado || descarga.bajando}
          >
            {descarga.bajando ? <Spinner size="sm" /> : <DescargarIcon />} {textos.csvEstados}
          </Button>
        </Flex>
        <AvanceDescarga {...descarga} />
        {invertido && (
          <Text role="alert" color="fg.error" mb="3">
            {textos.rangoInvertido}
          </Text>
        )}
      </form>
      {consulta.isLoading && !fallo ? (
        <Skeleton h={ALTO} aria-busy />
      ) : eventos.length > 0 ? (
        <TablaEventos eventos={eventos} onAnteriores={anteriores.cargar} cargando={anteriores.cargando} />
      ) : (
        <AvisoVacio alto={ALTO} texto={fallo ? textos.errorHistorial : textos.historialVacio} error={fallo} />
      )}
    </Panel>
  );
}

function CampoFecha({ nombre, texto, invalido }: { nombre: keyof Rango; texto: string; invalido: boolean }) {
  return (
    <Field.Root w={{ base: 'calc(50% - 6px)', md: '10.5rem' }} invalid={invalido}>
      <Field.Label>{texto}</Field.Label>
      <Input type="date" name={nombre} />
    </Field.Root>
  );
}
