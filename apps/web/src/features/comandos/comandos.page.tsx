import type { Comando } from '@acequia/contracts';
import { Flex, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Edad } from '../../components/age.js';
import { Pagina } from '../../components/page.js';
import type { Columna } from '../../components/table/column.js';
import { Tabla } from '../../components/table/table.js';
import { useDireccion } from '../../lib/address.js';
import { useEmpresasSeleccion } from '../../entities/empresa/empresa-options.js';
import { fechaHora } from '../../lib/format/format.js';
import { noLlego } from '../../lib/http/query-client.js';
import { ultimaFallo } from '../../lib/http/reread.js';
import { leerUsuario } from '../../lib/session.js';
import { useComandos } from './api/comandos.js';
import { useNombres, type Nombrado } from './api/names.js';
import { BarraDeFiltros } from './components/filter-bar.js';
import { EstadoComandoChip } from '../../entities/comando/comando-chip.js';
import { navegadorCorto } from './lib/browser-name.js';
import { textos } from './textos.js';

const titulos = textos.columnas;
/** The server tells no more at once. */
const LISTA_MAXIMA = 200;

const quien = ({ usuario_id, usuario_nombre }: Comando): string =>
  usuario_id === null ? textos.sistema : (usuario_nombre ?? textos.sinNombre(usuario_id));
const desde = ({ ip, navegador }: Comando): string => [ip, navegadorCorto(navegador)].filter(Boolean).join(' · ');

const columnasDe = (que: (comando: Comando) => string): Columna<Comando>[] => [
  {
    id: 'cuando',
    titulo: titulos.cuando,
    valor: ({ ts }) => ts,
    enCsv: ({ ts }) => fechaHora(ts),
    celda: ({ ts }) => (
      <Flex as="span" display="inline-flex" align="baseline" gap="2">
        {fechaHora(ts)} <Edad ts={ts} />
      </Flex>
    ),
    ancho: '13.25rem',
  },
  { id: 'que', titulo: titulos.que, valor: que, ancho: '13.5rem', enTarjeta: 'titulo' },
  { id: 'accion', titulo: titulos.accion, valor: ({ accion }) => textos.acciones[accion], ancho: '6.25rem' },
  {
    id: 'estado',
    titulo: titulos.estado,
    valor: ({ estado }) => textos.estados[estado],
    celda: ({ estado }) => <EstadoComandoChip estado={estado} />,
    ancho: '8.75rem',
  },
  { id: 'quien', titulo: titulos.quien, valor: quien, ancho: '9rem' },
  { id: 'desde', titulo: titulos.desde, valor: desde, ancho: '14rem' },
  { id: 'detalle', titulo: titulos.detalle, valor: ({ detalle, motivo }) => detalle ?? motivo, ancho: '13.5rem' },
];

/** What was asked of switches and devices: when, by whom, from where, and what became of it (DEC-7). */
export function Component() {
  const usuario = leerUsuario();
  const esGlobal = usuario?.rol === 'admin_global';
  const seleccion = useEmpresasSeleccion(esGlobal);
  const { data: empresas } = seleccion;
  const { params, cambiar: cambiarDireccion } = useDireccion();
  const elegida = empresas?.find(({ id }) => String(id) === params.get('empresa')) ?? empresas?.[0];
  const empresa = esGlobal ? (elegida?.id ?? null) : (usuario?.empresa_id ?? null);
  const [switchId, dispositivoId] = [params.get('switch') ?? '', params.get('dispositivo') ?? ''];
  const estado = params.get('estado') ?? '';

  const nombres = useNombres(empresa);
  const comandos = useComandos(
    {
      ...(usuario?.rol !== 'usuario' && empresa !== null && { empresa_id: String(empresa) }),
      ...(switchId && { switch_id: switchId }),
      ...(dispositivoId && { dispositivo_id: dispositivoId }),
    },
    !esGlobal || empresa !== null,
  );
  const columnas = useMemo(() => columnasDe(nombreDe(nombres)), [nombres]);
  const { data: todos } = comandos;
  const fallo = ultimaFallo(comandos) || noLlego(seleccion);
  // Nobody waits for what nobody asks for: there is no company yet.
  const sinLista = fallo || (esGlobal && empresas?.length === 0);
  const filas = useMemo(
    () => (todos ?? (sinLista ? [] : undefined))?.filter((fila) => !estado || fila.estado === estado),
    [todos, sinLista, estado],
  );
  // Another list starts at its first page.
  const cambiar = (cambios: Record<string, string>) => cambiarDireccion({ ...cambios, pagina: '' });

  return (
    <Pagina titulo={textos.titulo}>
      <BarraDeFiltros
        empresas={esGlobal ? (empresas ?? []) : undefined}
        empresa={empresa}
        {...nombres}
        que={switchId ? `switch-${switchId}` : dispositivoId ? `dispositivo-${dispositivoId}` : ''}
        estado={estado}
        onEmpresa={(id) => cambiar({ empresa: id, switch: '', dispositivo: '' })}
        onQue={(que) => {
          const [cual, id = ''] = que.split('-');
          cambiar({ switch: cual === 'switch' ? id : '', dispositivo: cual === 'dispositivo' ? id : '' });
        }}
        onEstado={(uno) => cambiar({ estado: uno })}
      />
      {fallo && (
        <Text role="alert" color="fg.warning">
          {textos.fallo}
        </Text>
      )}
      <Tabla
        nombre="comandos"
        filas={filas}
        columnas={columnas}
        clave={({ comando_id }) => comando_id}
        vacio={
          fallo && !todos
            ? textos.sinFilas
            : switchId || dispositivoId || estado
              ? textos.vacioConFiltros
              : textos.vacio
        }
      />
      {todos?.length === LISTA_MAXIMA && !switchId && !dispositivoId && (
        <Text color="fg.muted">{textos.hasta(LISTA_MAXIMA)}</Text>
      )}
    </Pagina>
  );
}

function nombreDe({ switches, dispositivos }: Record<'switches' | 'dispositivos', readonly Nombrado[]>) {
  const deSwitch = new Map(switches.map(({ id, nombre }) => [id, nombre]));
  const deDispositivo = new Map(dispositivos.map(({ id, nombre }) => [id, nombre]));
  return ({ entidad, switch_id, dispositivo_id }: Comando): string =>
    entidad === 'switch'
      ? (deSwitch.get(switch_id ?? 0) ?? textos.switchSinNombre(switch_id))
      : (deDispositivo.get(dispositivo_id ?? 0) ?? textos.dispositivoSinNombre(dispositivo_id));
}
