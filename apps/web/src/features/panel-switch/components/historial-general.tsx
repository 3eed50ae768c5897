import { Box, Button, Field, Flex, Heading, Input, Skeleton, Spinner, Table, Text } from '@chakra-ui/react';
import type { EventoHistorial } from '@acequia/contracts';
import { useState, type FormEvent } from 'react';
import { EstadoChip } from '../../../components/estado-chip.js';
import { DescargarIcon } from '../../../components/icons.js';
import { Panel } from '../../../components/panel.js';
import { useDescarga } from '../../../lib/descarga.js';
import { diaDe, fechaHora } from '../../../lib/format.js';
import { useConectado } from '../../../lib/live.js';
import { useHistorialEventos, type Rango } from '../api/historial-eventos.js';
import { textos } from '../textos.js';
import { AvisoVacio } from './aviso-vacio.js';

/** Spec section 9: height of the on/off history table. */
const ALTO = '350px';

const ABIERTO: Rango = { desde: '', hasta: '' };

/** The server filters by day already; the browser filters again (spec 2.11), so that a late answer shows no foreign day. */
const dentro = (rango: Rango) => (evento: EventoHistorial) => {
  const dia = diaDe(evento.fecha);
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
  const conectado = useConectado();
  const { bajar, bajando } = useDescarga('historial.csv_estados');
  const { data = [], isLoading, isError } = useHistorialEventos(usuarioId, rango);
  const eventos = data.filter(dentro(rango));

  const filtrar = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const next = { desde: String(form.get('desde')), hasta: String(form.get('hasta')) };
    const alReves = Boolean(next.desde && next.hasta && next.desde > next.hasta);
    setInvertido(alReves);
    if (!alReves) setRango(next);
  };
  const bajarEstados = () =>
    void bajar({ query: { empresa_id: String(empresaId), ...rango } }, `estados_empresa_${empresaId}.csv`);

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
            disabled={eventos.length === 0 || !conectado || bajando}
          >
            {bajando ? <Spinner size="sm" /> : <DescargarIcon />} {textos.csvEstados}
          </Button>
        </Flex>
        {invertido && (
          <Text role="alert" color="fg.error" mb="3">
            {textos.rangoInvertido}
          </Text>
        )}
      </form>
      {isLoading ? (
        <Skeleton h={ALTO} aria-busy />
      ) : eventos.length > 0 ? (
        <TablaEventos eventos={eventos} />
      ) : (
        <AvisoVacio alto={ALTO} texto={isError ? textos.errorHistorial : textos.historialVacio} error={isError} />
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

/** Rows past this are reached by narrowing the range: ten thousand table rows would freeze a phone. */
const FILAS_VISIBLES = 500;

function TablaEventos({ eventos }: { eventos: EventoHistorial[] }) {
  return (
    <>
      <Box
        h={ALTO}
        overflowY="auto"
        borderWidth="1px"
        rounded="md"
        tabIndex={0}
        role="region"
        aria-label={textos.historial}
      >
        <Table.Root size="sm" stickyHeader css={{ '& td, & th': { px: { base: '2', md: '4' } } }}>
          <Table.Header>
            <Table.Row bg="bg.subtle">
              {textos.columnasHistorial.map((columna) => (
                <Table.ColumnHeader key={columna} color="fg.muted" fontWeight="600">
                  {columna}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {eventos.slice(0, FILAS_VISIBLES).map((evento) => (
              <Table.Row key={evento._id} bg="transparent">
                <Table.Cell>
                  {evento.zona} - {evento.nombre}
                </Table.Cell>
                <Table.Cell>
                  <EstadoChip estado={evento.estado} />
                </Table.Cell>
                <Table.Cell whiteSpace={{ md: 'nowrap' }} fontVariantNumeric="tabular-nums">
                  {fechaHora(evento.fecha)}
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Box>
      {eventos.length > FILAS_VISIBLES && (
        <Text mt="2" fontSize="xs" color="fg.muted">
          {textos.hayMas(FILAS_VISIBLES, eventos.length)}
        </Text>
      )}
    </>
  );
}
