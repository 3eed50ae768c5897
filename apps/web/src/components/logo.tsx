import { PRODUCT } from '../lib/title.js';
import './logo.css';

/** The mark: a channel of water that crosses the furrows. */
function Mark({ px }: { px: number }) {
  return (
    <svg viewBox="0 0 64 64" width={px} height={px} aria-hidden>
      <rect width="64" height="64" rx="15" fill="#1f5c38" />
      <g fill="none" strokeLinecap="round">
        <g stroke="#8fc58b" strokeWidth="4.2">
          <path d="M13 15c3.5 6 3.5 13 1 20" />
          <path d="M25 12c2.5 5 3.2 9.5 2.8 14" />
          <path d="M40 39c.2 5-.6 9.5-3 14" />
          <path d="M51.5 30c1.5 7 .8 14-2 20" />
        </g>
        <path d="M11 49c10 1.5 13-5.5 20-12.5S44 23 54 17" stroke="#6ec1e4" strokeWidth="7.5" />
        <path d="M17 48c7-.8 10-6 15.5-11.5" stroke="#e4f4fb" strokeWidth="2" />
      </g>
    </svg>
  );
}

export const Logo = ({ size = 'md' }: { size?: 'md' | 'lg' }) => (
  <div className="logo" data-size={size}>
    <Mark px={size === 'lg' ? 44 : 30} />
    <p>{PRODUCT}</p>
  </div>
);
