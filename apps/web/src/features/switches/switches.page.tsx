import { type Bloqueo, MAX_ENCENDIDO_S, maxEncendido, type Switch } from '@acequia/contracts';
import { Box, Button, chakra, Flex, IconButton } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Campo, Opciones, Selector } from '../../components/form/fields.js';
import { EnclavamientoIcon, MandoIcon, PinesIcon, RelojIcon } from '../../components/icons.js';
import { DialogoMando } from '../../entities/switch/switch-dialog.js';
import { textos as textosDeMando } from '../../entities/switch/textos.js';
import { ListaEditable } from '../../components/editable-list.js';
import { SiNoChip } from '../../components/yes-no-chip.js';
import type { Columna } from '../../components/table/column.js';
import { useDireccion } from '../../lib/address.js';
import { useEmpresasSeleccion } from '../../entities/empresa/empresa-options.js';
import { useSwitchesDePanel } from '../../entities/switch/use-live-switches.js';
import { usePlacas } from '../../entities/placa/placas.js';
import { duracion } from '../../lib/format/duration.js';
import { siNo } from '../../lib/format/format.js';
import { noLlego } from '../../lib/http/query-client.js';
import { useBloqueos } from './api/bloqueos.js';
import { useSwitches } from './api/switches.js';
import { DialogoPanel } from './components/panel-dialog.js';
import { NotaBloqueo } from './components/bloqueo-note.js';
import { maximoEscrito } from './lib/limit.js';
import { textos } from './textos.js';

const titulos = textos.columnas;

/** What holds: the switch's own limit, or that of its type (told dimmed). */
const maximoDe = ({ tipo, max_encendido_s }: Switch): string =>
  maximoEscrito(max_encendido_s) ?? duracion(MAX_ENCENDIDO_S[tipo] / 60);

const columnasDe = (empresa: string, bloqueos: ReadonlyMap<number, Bloqueo>): Columna<Switch>[] => [
  { id: 'id', titulo: titulos.id, valor: ({ id }) => id, ancho: '3.5rem', enTarjeta: 'oculta' },
  {
    id: 'nombre',
    titulo: titulos.nombre,
    valor: ({ nombre }) => nombre,
    nota: ({ id }) => {
      const bloqueo = bloqueos.get(id);
      return bloqueo && <NotaBloqueo bloqueo={bloqueo} />;
    },
    ancho: '9rem',
    enTarjeta: 'titulo',
  },
  { id: 'zona', titulo: titulos.zona, valor: ({ zona }) => zona, ancho: '8rem' },
  { id: 'tipo', titulo: titulos.tipo, valor: ({ tipo }) => textos.tipos[tipo], ancho: '5.5rem' },
  { id: 'empresa', titulo: titulos.empresa, valor: () => empresa, ancho: '6.75rem', enTarjeta: 'oculta' },
  { id: 'dispositivo', titulo: titulos.dispositivo, valor: (fila) => fila.dispositivo_id, ancho: '7.4rem' },
  { id: 'par', titulo: titulos.par, valor: (fila) => textos.par[fila.par_numero], ancho: '5.5rem' },
  { id: 'site', titulo: titulos.site, valor: (fila) => fila.switch_site_id, ancho: '5.6rem' },
  { id: 'pin', titulo: titulos.pin, valor: (fila) => fila.hardware_pin, ancho: '4rem' },
  {
    id: 'sensor',
    titulo: titulos.sensor,
    valor: (fila) => siNo(fila.tiene_sensor),
    celda: (fila) => <SiNoChip valor={fila.tiene_sensor} />,
    ancho: '5.5rem',
  },
  {
    id: 'maximo',
    titulo: titulos.maximo,
    valor: ({ tipo, max_encendido_s }) => maxEncendido(tipo, max_encendido_s),
    enCsv: (fila) => maximoDe(fila),
    celda: (fila) => (
      <chakra.span color={fila.max_encendido_s === null ? 'fg.muted' : undefined}>{maximoDe(fila)}</chakra.span>
    ),
    ancho: '6rem',
    enTarjeta: 'oculta',
  },
  {
    id: 'activo',
    titulo: titulos.activo,
    valor: ({ activo }) => siNo(activo),
    celda: ({ activo }) => <SiNoChip valor={activo} />,
    ancho: '5.25rem',
  },
];

/** Screens that are not in the menu, which is the spec's. */
const ENLACES = [
  { a: '/comandos', icono: <RelojIcon />, texto: textos.comandos },
  { a: '/enclavamientos', icono: <EnclavamientoIcon />, texto: textos.enclavamientos },
  { a: '/placas', icono: <PinesIcon />, texto: textos.placas },
];

/** Switches of a company (SWI-1). */
export function Component() {
  const empresas = useEmpresasSeleccion();
  const { params, cambiar } = useDireccion();
  // SWI-8: lists that could not be loaded are empty, without a message.
  const opciones = empresas.data ?? [];
  const empresa = opciones.find(({ id }) => String(id) === params.get('empresa')) ?? opciones[0];
  const switches = useSwitches(empresa?.id ?? null);
  const placas = usePlacas();
  const [operado, setOperado] = useState<Switch | null>(null);
  // What boards say is asked for only while a switch is being operated: the list may hold ten thousand.
  const panel = useSwitchesDePanel(operado?.empresa_id ?? 0, operado !== null);

  const nombre = empresa?.nombre ?? '';
  const bloqueos = useBloqueos(empresa?.id ?? null);
  const columnas = useMemo(() => columnasDe(nombre, bloqueos), [nombre, bloqueos]);
  const sinEmpresa = noLlego(empresas) || (empresas.isSuccess && !empresa);
  const filas = switches.data ?? (noLlego(switches) || sinEmpresa ? [] : undefined);
  // Another company's list starts at its first page; the search and the order stay.
  const elegir = (id: string) => cambiar({ empresa: id, pagina: '' }, true);

  return (
    <>
      <ListaEditable
        titulo={textos.titulo}
        regresar={textos.regresar}
        sobre={
          <Flex gap="3" align="end" justify="space-between" wrap="wrap">
            <Box w={{ base: 'full', sm: '22rem' }}>
              <Campo etiqueta={textos.empresa} deshabilitado={opciones.length === 0}>
                <Selector value={empresa?.id ?? ''} onChange={(evento) => elegir(evento.target.value)}>
                  <Opciones de={opciones} />
                </Selector>
              </Campo>
            </Box>
            <Flex as="nav" aria-label={textos.irA} gap="1" ms={{ base: '-2.5', md: '0' }} wrap="wrap">
              {ENLACES.map(({ a, icono, texto }) => (
                <Button key={a} variant="ghost" size={{ base: 'xs', md: 'sm' }} asChild>
                  <Link to={`${a}${empresa ? `?empresa=${empresa.id}` : ''}`}>
                    {icono} {texto}
                  </Link>
                </Button>
              ))}
            </Flex>
          </Flex>
        }
        de={empresa?.id ?? null}
        nombre="switches"
        filas={filas}
        columnas={columnas}
        vacio={noLlego(switches) || noLlego(empresas) ? textos.sinFilas : textos.vacio}
        textos={textos}
        creable={empresa !== undefined}
        acciones={(fila) => (
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={textosDeMando.operar(fila.nombre)}
            onClick={() => setOperado(fila)}
          >
            <MandoIcon />
          </IconButton>
        )}
        dialogo={({ registro, guardado, cerrar }) =>
          empresa && (
            <DialogoPanel
              uno={registro}
              guardado={guardado}
              empresa={empresa}
              switches={filas ?? []}
              placas={placas.data}
              onCerrar={cerrar}
            />
          )
        }
      />
      {operado && (
        <DialogoMando
          titulo={`${operado.zona} - ${operado.nombre}`}
          sw={panel.data?.find(({ id }) => id === operado.id)}
          fallo={noLlego(panel) || (panel.isSuccess && !panel.isFetching)}
          comandos={`/comandos?empresa=${operado.empresa_id}&switch=${operado.id}`}
          onCerrar={() => setOperado(null)}
        />
      )}
    </>
  );
}
