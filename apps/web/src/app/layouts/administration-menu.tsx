import type { Rol } from '@acequia/contracts';
import type { Menu, MenuEntry } from '../../components/frame.js';
import { EmpresaIcon, OrdersIcon } from '../../components/frame-icons.js';
import {
  DispositivoIcon,
  InterlockIcon,
  ShieldIcon,
  PersonIcon,
  ProgramIcon,
  SwitchIcon,
  TemperatureIcon,
} from '../../components/icons.js';
import { BellIcon } from '../../entities/aviso/bell.js';
import {
  BoardIcon,
  GaugeIcon,
  HealthIcon,
  ImportIcon,
  KeyIcon,
  OverviewIcon,
  PeopleIcon,
  PriceIcon,
  PulseIcon,
  TrailIcon,
  UpdateIcon,
} from './menu-icons.js';
import { texts } from './textos.js';

const { screens } = texts;
const DISPOSITIVOS: MenuEntry = { to: '/dispositivos', text: screens.dispositivos, Icon: DispositivoIcon };
const SWITCHES: MenuEntry = { to: '/switches', text: screens.switches, Icon: SwitchIcon };
const USUARIOS: MenuEntry = { to: '/usuarios', text: screens.usuarios, Icon: PeopleIcon };
const RESUMEN: MenuEntry = { to: '/dashboard-empresa', text: screens.resumen, Icon: OverviewIcon };
const SITUATION: MenuEntry = { to: '/situacion', text: screens.situation, Icon: PulseIcon };
const PROGRAMAS: MenuEntry = { to: '/programas', text: screens.programas, Icon: ProgramIcon };
const UPDATES: MenuEntry = { to: '/actualizaciones', text: screens.actualizaciones, Icon: UpdateIcon };
const ESTADO: MenuEntry = { to: '/estado', text: screens.estado, Icon: HealthIcon };

const COMMON = {
  then: [
    SITUATION,
    PROGRAMAS,
    { to: '/clima', text: screens.clima, Icon: TemperatureIcon },
    { to: '/avisos', text: screens.avisos, Icon: BellIcon },
    { to: '/placas', text: screens.placas, Icon: BoardIcon },
    { to: '/comandos', text: screens.comandos, Icon: OrdersIcon },
  ],
  manage: [
    { to: '/enclavamientos', text: screens.enclavamientos, Icon: InterlockIcon },
    { to: '/protecciones', text: screens.protecciones, Icon: ShieldIcon },
    { to: '/puntos', text: screens.puntos, Icon: GaugeIcon },
    { to: '/tarifas', text: screens.tarifas, Icon: PriceIcon },
    { to: '/tokens', text: screens.tokens, Icon: KeyIcon },
    { to: '/auditoria', text: screens.auditoria, Icon: TrailIcon },
    { to: '/importar', text: screens.importar, Icon: ImportIcon },
  ],
  account: { to: '/cuenta', text: screens.cuenta, Icon: PersonIcon },
} as const;

const OF_GLOBAL: Menu = {
  ...COMMON,
  first: [
    { to: '/dashboard', text: screens.dashboardGlobal, Icon: OverviewIcon },
    { to: '/empresas', text: screens.empresas, Icon: EmpresaIcon },
    DISPOSITIVOS,
    SWITCHES,
    USUARIOS,
  ],
  manage: [...COMMON.manage, UPDATES, ESTADO],
  tabs: [SITUATION, DISPOSITIVOS, SWITCHES],
};

const OF_EMPRESA: Menu = { ...COMMON, first: [USUARIOS, RESUMEN], tabs: [RESUMEN, SITUATION, PROGRAMAS] };

/** An administrator's menu (ACC-8). */
export const administrationMenu = (rol: Rol | undefined): Menu => (rol === 'admin_global' ? OF_GLOBAL : OF_EMPRESA);
