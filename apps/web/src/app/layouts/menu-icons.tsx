import { icon } from '../../components/icons.js';

// Not in components/icons.tsx, which the login page loads, nor in frame-icons.tsx, which usuarios load.
export const OverviewIcon = icon(<path d="M4 4.5h7v7H4zM13.5 4.5H20v4.5h-6.5zM13.5 12H20v7.5h-6.5zM4 14.5h7v5H4z" />);
export const PeopleIcon = icon(
  <path d="M9 5a3.2 3.2 0 1 1 0 6.4A3.2 3.2 0 0 1 9 5ZM3 19c.6-3.2 2.9-4.8 6-4.8s5.4 1.6 6 4.8M15.5 5.4a3 3 0 0 1 0 5.6M17.5 14.6c2 .6 3.2 2.1 3.5 4.4" />,
);
export const PulseIcon = icon(<path d="M3 12.5h4l2.5-7 4.5 13 2.5-6H21" />);
export const BoardIcon = icon(
  <path d="M7 7h10v10H7zM10 10h4v4h-4zM9.5 7V3.5M14.5 7V3.5M9.5 20.5V17M14.5 20.5V17M7 9.5H3.5M7 14.5H3.5M20.5 9.5H17M20.5 14.5H17" />,
);
export const GaugeIcon = icon(<path d="M4 17.5a8.5 8.5 0 1 1 16 0M12 15l4-5M12 16.5h.01" />);
export const TrailIcon = icon(<path d="M4 6v4.5h4.5M4.5 10.5A8 8 0 1 1 4.8 15M12 8v4.5l3 2" />);
export const PriceIcon = icon(<path d="M4 12.5V4h8.5l7.5 7.5-8.5 8.5ZM8.2 8.2h.01M11 11l2.5 2.5" />);
export const KeyIcon = icon(<path d="M8 11.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM11 12.5l8.5-8.5M16 7.5l2.5 2.5" />);
export const ImportIcon = icon(<path d="M12 4v10M8 10.5l4 4 4-4M4.5 16v3.5h15V16" />);
export const UpdateIcon = icon(<path d="M7 8.5h10v10H7zM12 12v4.5M10 13.8l2-2 2 2M9.5 8.5V5M14.5 8.5V5" />);
export const HealthIcon = icon(
  <path d="M12 20S4 15 4 9.2A4.2 4.2 0 0 1 12 7.4a4.2 4.2 0 0 1 8 1.8C20 15 12 20 12 20ZM7 12.5h2.5l1.5-3 2 5 1.3-2H17" />,
);
