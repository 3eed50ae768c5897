import type { ReactNode } from 'react';
import './icons.css';

/**
 * Line icons on a 24-unit grid, drawn for Acequia. Decorative: the accessible name belongs to the control around the icon. Plain CSS for
 * speed: a list has two per row.
 */
export const icon = (paths: ReactNode) =>
  function Icon() {
    return (
      <svg className="icono" viewBox="0 0 24 24" aria-hidden>
        {paths}
      </svg>
    );
  };

export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
);
export const EyeClosedIcon = icon(
  <>
    <path d="M4 4l16 16" />
    <path d="M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.4M6 7.3A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 3.7-.8" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1" />
  </>,
);
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />);
export const LogOutIcon = icon(
  <path d="M14 4.5H6.5A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.5H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5" />,
);
export const RefreshIcon = icon(<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15" />);
export const DownloadIcon = icon(<path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 19.5h15" />);
export const TemperatureIcon = icon(<path d="M14 13.5V5a2 2 0 1 0-4 0v8.5a4 4 0 1 0 4 0ZM12 9v7" />);
export const HumidityIcon = icon(<path d="M12 3.5s6 6.3 6 10.7a6 6 0 0 1-12 0C6 9.8 12 3.5 12 3.5Z" />);
export const OfflineIcon = icon(
  <path d="M4 4l16 16M8.5 15.5a5 5 0 0 1 7 0M5.5 12a9 9 0 0 1 3.8-2.3M2.5 8.5A14 14 0 0 1 6.5 6M18.5 12a9 9 0 0 0-3.2-2.1M21.5 8.5A14 14 0 0 0 11 5M12 19h.01" />,
);
export const PauseIcon = icon(<path d="M8.5 5.5v13M15.5 5.5v13" />);
export const PlayIcon = icon(<path d="M8 5.5 18 12 8 18.5Z" />);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
);
export const ProgramIcon = icon(
  <path d="M5 5.5h14v14H5zM5 10h14M9 3.5v4M15 3.5v4M12 12.2s2 2.1 2 3.5a2 2 0 0 1-4 0c0-1.4 2-3.5 2-3.5Z" />,
);
export const SwitchIcon = icon(
  <>
    <rect x="2.5" y="7" width="19" height="10" rx="5" />
    <circle cx="16.5" cy="12" r="2.6" />
  </>,
);
export const DispositivoIcon = icon(
  <>
    <rect x="5" y="3.5" width="14" height="17" rx="2.5" />
    <path d="M9 8h6M9 12h6M12 16.5h.01" />
  </>,
);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="3.7" />
    <path d="M4.5 20c.8-3.8 3.7-5.8 7.5-5.8s6.7 2 7.5 5.8" />
  </>,
);
export const PencilIcon = icon(
  <path d="M4 20l1-4.2L16.2 4.6a1.7 1.7 0 0 1 2.4 0l.8.8a1.7 1.7 0 0 1 0 2.4L8.2 19 4 20ZM14.5 6.3l3.2 3.2" />,
);
export const MoreIcon = icon(<path d="M12 5v14M5 12h14" />);
export const SearchIcon = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6" />
    <path d="M15 15l5 5" />
  </>,
);
export const SortIcon = icon(<path d="M12 19V5M6.5 10.5 12 5l5.5 5.5" />);
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const BackIcon = icon(<path d="M19 12H5M11 6l-6 6 6 6" />);
export const WarningIcon = icon(<path d="M12 4 2.8 19.5h18.4L12 4ZM12 10v4.5M12 17h.01" />);
export const DoneIcon = icon(<path d="M5 12.5l4.5 4.5L19 7.5" />);
export const PinsIcon = icon(
  <>
    <rect x="7" y="4.5" width="10" height="15" rx="1.5" />
    <path d="M7 8H3.5M7 12H3.5M7 16H3.5M17 8h3.5M17 12h3.5M17 16h3.5" />
  </>,
);
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 8.5V6a1.5 1.5 0 0 0-1.5-1.5H6A1.5 1.5 0 0 0 4.5 6v8A1.5 1.5 0 0 0 6 15.5h2.5" />
  </>,
);
export const DetailsIcon = icon(<path d="M5 7h14M5 12h14M5 17h9" />);
export const LockIcon = icon(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2" />
  </>,
);
/** A switch's orders, and nothing else. */
export const ControlsIcon = icon(<path d="M12 3.5v8M7.3 6.6a7.5 7.5 0 1 0 9.4 0" />);
export const InterlockIcon = icon(
  <path d="M10 13.5a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 4.8l-1.2 1.2M14 10.5a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2" />,
);
export const ShieldIcon = icon(
  <path d="M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6l7-2.5zM9 12l2.2 2.2L15 10" />,
);
export const StepsIcon = icon(
  <path d="M4 6.5l1.5 1.5L8.5 5M11.5 6.5H20M4 12.5l1.5 1.5 3-3M11.5 12.5H20M4.5 18.5h4M11.5 18.5H20" />,
);
