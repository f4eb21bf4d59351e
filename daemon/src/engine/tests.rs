//! The engine in process, over a store in memory: the same requests that travel over the socket.

mod ageing;
mod apart;
mod astray;
mod backwards;
mod bare;
mod building;
mod cautions;
mod dates;
mod door;
mod faults;
mod feedback;
mod harness;
mod lineage;
mod measure;
mod noticing;
mod passes;
mod reading;
mod repair;
mod review;
mod rotted;
mod schedule;
mod snoozing;
mod speed;
mod task_runs;
mod transfer;
mod writing;
