import { NOMBRE_DIALECTO, type Placa, type PlacaCredencial } from '@acequia/contracts';
import { Box, Button, chakra, IconButton } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { Edad } from '../../components/age.js';
import { Campo, Opciones, Selector } from '../../components/form/fields.js';
import { EnLineaChip } from '../../components/online-chip.js';
import { DetalleIcon, MasIcon } from '../../components/icons.js';
import { Pagina } from '../../components/page.js';
import { SiNoChip } from '../../components/yes-no-chip.js';
import type { Columna } from '../../components/table/column.js';
import { Tabla } from '../../components/table/table.js';
import { useDireccion } from '../../lib/address.js';
import { useEmpresasSeleccion } from '../../entities/empresa/empresa-options.js';
import { leerUsuario } from '../../lib/session.js';
import { siNo } from '../../lib/format/format.js';
import { noLlego } from '../../lib/http/query-client.js';
import { usePlacasEnVivo } from './api/placas.js';
import { DialogoCredencial } from './components/credential-dialog.js';
import { DialogoPlaca } from './components/placa-dialog.js';
import { DialogoRegistrar } from './components/register-dialog.js';
import { textos } from './textos.js';

const titulos = textos.columnas;

const columnasDe = (empresaDe: (id: number) => string): Columna<Placa>[] => [
  { id: 'numero', titulo: titulos.numero, valor: ({ id }) => id, ancho: '5rem', enTarjeta: 'titulo' },
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '8.25rem' },
  {
    id: 'dialecto',
    titulo: titulos.dialecto,
    valor: ({ dialecto }) => NOMBRE_DIALECTO[dialecto],
    ancho: '6rem',
  },
  { id: 'empresa', titulo: titulos.empresa, valor: (fila) => empresaDe(fila.empresa_id), ancho: '8.25rem' },
  {
    id: 'conexion',
    titulo: titulos.conexion,
    valor: ({ online }) => textos.conexion[online],
    celda: ({ online }) => <EnLineaChip enLinea={online === 1} />,
    ancho: '6.5rem',
  },
  {
    id: 'visto',
    titulo: titulos.visto,
    valor: (fila) => fila.ultimo_visto,
    celda: (fila) => <Edad ts={fila.ultimo_visto} />,
    ancho: '5.5rem',
  },
  { id: 'firmware', titulo: titulos.firmware, valor: ({ fw }) => fw, ancho: '6.75rem' },
  {
    id: 'senal',
    titulo: titulos.senal,
    valor: ({ rssi }) => rssi,
    celda: ({ rssi }) => (rssi === null ? textos.sinDato : `${rssi} dBm`),
    ancho: '5.25rem',
  },
  { id: 'switches', titulo: titulos.switches, valor: ({ switches }) => switches, ancho: '6.5rem' },
  {
    id: 'reloj',
    titulo: titulos.reloj,
    valor: (fila) => textos.reloj[fila.reloj_adelantado],
    celda: (fila) => (
      <chakra.span
        color={fila.reloj_adelantado === 1 ? 'fg.warning' : 'fg.muted'}
        fontWeight={fila.reloj_adelantado === 1 ? '600' : '400'}
      >
        {textos.reloj[fila.reloj_adelantado]}
      </chakra.span>
    ),
    ancho: '6.25rem',
  },
  {
    id: 'revocada',
    titulo: titulos.revocada,
    valor: ({ revocada }) => siNo(revocada),
    celda: ({ revocada }) => <SiNoChip valor={revocada} malo />,
    ancho: '6.75rem',
  },
];

/** Boards: how they are, and the credentials they enter with. */
export function Component() {
  const placas = usePlacasEnVivo();
  const empresas = useEmpresasSeleccion();
  const [abierta, setAbierta] = useState<number | null>(null);
  const [registrando, setRegistrando] = useState(false);
  const [credencial, setCredencial] = useState<PlacaCredencial | null>(null);

  const nombres = useMemo(() => new Map(empresas.data?.map(({ id, nombre }) => [id, nombre])), [empresas.data]);
  const columnas = useMemo(() => columnasDe((id) => nombres.get(id) ?? `#${id}`), [nombres]);
  const { params, cambiar } = useDireccion();
  const empresa = empresas.data?.find(({ id }) => String(id) === params.get('empresa'))?.id ?? null;
  const unread = noLlego(placas);
  const filas = useMemo(() => {
    const all = placas.data ?? (unread ? [] : undefined);
    return empresa === null ? all : all?.filter(({ empresa_id }) => empresa_id === empresa);
  }, [placas.data, unread, empresa]);
  const placa = filas?.find(({ placa_id }) => placa_id === abierta);

  return (
    <Pagina titulo={textos.titulo}>
      {leerUsuario()?.rol === 'admin_global' && (
        <Box maxW={{ sm: '22rem' }}>
          <Campo etiqueta={titulos.empresa}>
            <Selector
              value={empresa ?? ''}
              onChange={({ target }) => cambiar({ empresa: target.value, pagina: '' }, true)}
            >
              <option value="">{textos.todasLasEmpresas}</option>
              <Opciones de={empresas.data ?? []} />
            </Selector>
          </Campo>
        </Box>
      )}
      <Tabla
        de={empresa}
        nombre="placas"
        filas={filas}
        columnas={columnas}
        clave={({ placa_id }) => placa_id}
        vacio={unread ? textos.sinFilas : textos.vacio}
        herramientas={
          leerUsuario()?.rol === 'admin_global' && (
            <Button colorPalette="campo" onClick={() => setRegistrando(true)} disabled={!empresas.data?.length}>
              <MasIcon /> {textos.nueva}
            </Button>
          )
        }
        acciones={(fila) => (
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={textos.ver(fila.id)}
            onClick={() => setAbierta(fila.placa_id)}
          >
            <DetalleIcon />
          </IconButton>
        )}
      />
      {registrando && (
        <DialogoRegistrar
          empresa={empresa}
          empresas={empresas.data ?? []}
          onRegistrada={setCredencial}
          onCerrar={() => setRegistrando(false)}
        />
      )}
      {placa && (
        <DialogoPlaca
          placa={placa}
          empresa={nombres.get(placa.empresa_id) ?? `#${placa.empresa_id}`}
          onCredencial={setCredencial}
          onCerrar={() => setAbierta(null)}
        />
      )}
      {credencial && <DialogoCredencial credencial={credencial} onCerrar={() => setCredencial(null)} />}
    </Pagina>
  );
}
