/** Strokes on a grid of 24. */
const PATHS = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 21 21',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  close: 'M6 6l12 12M18 6 6 18',
  filters: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4.5v5M6 14.5v5',
  tray: 'M4 13h4l1.5 3h5L16 13h4M4 13l3-8h10l3 8v6H4z',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  similar: 'M4 4h10v10H4zM10 17v3h10V10h-3',
  add: 'M12 5v14M5 12h14',
  check: 'M5 12.5 10 17.5 19.5 7',
  no: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM6 6l12 12',
  duty: 'M6 21V4h11.5l-2.5 4 2.5 4H6',
  unknown: 'M9 9.2c.2-1.8 1.4-2.7 3-2.7 1.8 0 3 1 3 2.6 0 2.4-3 2.3-3 4.9M12 17.5h.01',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  pin: 'M9 4h6l-1 6 3 3v2H7v-2l3-3zM12 15v5',
  code: 'M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5',
  out: 'M13 5h6v6M19 5l-9 9M10 5H5v14h14v-5',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  upload: 'M12 15.5V4M7.5 8.5 12 4l4.5 4.5M5 20h14',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  warning: 'M12 4 21 20H3zM12 10v5M12 17.5h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside words, or within a button that has a name; it has none itself. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
